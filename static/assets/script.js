/* What makes reading easier. Every page is whole without it. */
(function () {
  "use strict";
  var doc = document, html = doc.documentElement, root = html.dataset.root || "";
  var tools = doc.querySelector(".tools"), say = function (key) { return tools ? tools.getAttribute("data-t-" + key) : key; };
  function keep(key, value) { try { if (value === undefined) return localStorage.getItem(key); if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value); } catch (e) { return null; } }
  function make(tag, className, text) { var node = doc.createElement(tag); if (className) node.className = className; if (text) node.textContent = text; return node; }
  function all(selector, each, within) { Array.prototype.forEach.call((within || doc).querySelectorAll(selector), each); }

  /* colours */
  if (tools) {
    var theme = make("button", "theme"), order = ["", "light", "dark"], names = { "": "theme-auto", light: "theme-light", dark: "theme-dark" };
    theme.type = "button";
    var show = function () { theme.title = say("theme") + ": " + say(names[html.dataset.theme || ""]); theme.setAttribute("aria-label", theme.title); };
    theme.addEventListener("click", function () {
      var next = order[(order.indexOf(html.dataset.theme || "") + 1) % 3];
      if (next) html.dataset.theme = next; else delete html.dataset.theme;
      keep("theme", next || null); show();
    });
    show();
    var open = make("button", "search", say("search"));
    open.type = "button"; open.setAttribute("aria-keyshortcuts", "/");
    open.addEventListener("click", search);
    tools.append(open, theme);
    doc.addEventListener("keydown", function (event) {
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { event.preventDefault(); search(); }
    });
  }

  /* search */
  var dialog, list;
  function load(src, then, failed) { var script = make("script"); script.src = src; if (then) script.onload = then; if (failed) script.onerror = failed; doc.head.append(script); }
  function search() {
    if (!dialog) {
      dialog = make("dialog"); dialog.setAttribute("aria-label", say("search"));
      var form = make("form", "find"), input = make("input"), close = make("button", "", say("search-close")), state = make("p", "search-state"), found = make("ul", "found");
      form.method = "dialog"; input.type = "search"; input.placeholder = say("search-hint"); input.setAttribute("aria-label", say("search-hint")); input.autocomplete = "off";
      state.setAttribute("role", "status"); found.setAttribute("aria-label", say("search-results"));
      form.append(input, close); dialog.append(form, state, found); doc.body.append(dialog);
      var run = function () {
        if (!list) return;
        var query = input.value, hits = query.trim() ? courseFind.find(list, query) : [];
        found.textContent = "";
        state.textContent = query.trim() && !hits.length ? say("search-empty") : "";
        hits.forEach(function (hit) {
          var item = make("li"), link = make("a"), title = make("b", "", hit.title || hit.lesson), text = make("span"), piece = courseFind.snippet(hit, query);
          link.href = root + hit.href;
          text.append((hit.title ? hit.lesson + " — " : "") + piece[0], make("mark", "", piece[1]), piece[2]);
          link.append(title, text); link.addEventListener("click", function () { dialog.close(); }); item.append(link); found.append(item);
        });
      };
      input.addEventListener("input", run);
      form.addEventListener("submit", function (event) { var first = found.querySelector("a"); if (event.submitter !== close && first) { event.preventDefault(); first.click(); } });
      dialog.addEventListener("keydown", function (event) {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        var stops = [input].concat(Array.prototype.slice.call(found.querySelectorAll("a"))), at = stops.indexOf(doc.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
        event.preventDefault(); (stops[at] || input).focus();
      });
      var failed = function () { state.textContent = say("search-failed"); };
      load(root + "assets/search.js", function () { load(tools.dataset.search, function () { list = courseFind.prepare(window.courseSearch); dialog.dataset.ready = ""; run(); }, failed); }, failed);
    }
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input").select();
  }

  /* copy buttons */
  if (navigator.clipboard) all(".code", function (box) {
    var button = make("button", "copy", say("copy")); button.type = "button";
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(box.querySelector("code").textContent.replace(/\n$/, "")).then(function () {
        button.textContent = say("copied"); setTimeout(function () { button.textContent = say("copy"); }, 1500);
      });
    });
    box.append(button);
  });

  /* tabs remember the language across the site */
  var tab = keep("tab");
  function choose(name) { all(".tabs > input", function (input) { if (input.dataset.tab === name) input.checked = true; }); }
  if (tab) choose(tab);
  doc.addEventListener("change", function (event) {
    if (!event.target.matches(".tabs > input")) return;
    var before = event.target.getBoundingClientRect().top;
    keep("tab", event.target.dataset.tab); choose(event.target.dataset.tab);
    window.scrollBy({ top: event.target.getBoundingClientRect().top - before, behavior: "instant" });
  });

  /* contents that follow */
  var links = {};
  all(".contents a", function (link) { links[decodeURIComponent(link.hash.slice(1))] = link; });
  var heads = Array.prototype.filter.call(doc.querySelectorAll(".body :is(h2,h3)[id]"), function (head) { return links[head.id]; });
  if (heads.length) {
    var current, waiting = false;
    var follow = function () {
      waiting = false;
      var at = heads[0];
      heads.forEach(function (head) { if (head.getBoundingClientRect().top < 120) at = head; });
      if (at === current) return;
      if (current) links[current.id].removeAttribute("aria-current");
      current = at;
      var link = links[at.id], box = link.closest(".contents");
      link.setAttribute("aria-current", "true");
      if (getComputedStyle(box).position === "sticky") box.scrollTop = link.offsetTop - box.clientHeight / 2;
    };
    addEventListener("scroll", function () { if (!waiting) { waiting = true; requestAnimationFrame(follow); } }, { passive: true });
    requestAnimationFrame(follow);
  }

  /* progress, kept in this browser only */
  var read = {};
  try { read = JSON.parse(keep("read") || "{}"); } catch (e) { read = {}; }
  var lesson = doc.querySelector("article[data-lesson]"), end = doc.querySelector(".turn");
  if (lesson && end && "IntersectionObserver" in window) new IntersectionObserver(function (seen, observer) {
    if (!seen[0].isIntersecting) return;
    read[lesson.dataset.lesson] = 1; keep("read", JSON.stringify(read)); observer.disconnect();
  }).observe(end);
  all("li[data-lesson]", function (item) { if (read[item.dataset.lesson]) { item.classList.add("done"); item.querySelector("a").append(make("span", "hidden", " (" + say("read") + ")")); } });

  /* the moves of a position, on hover, focus and arrows */
  all(".shown table", function (table) {
    var cells = Array.prototype.slice.call(table.querySelectorAll("td[data-n]"));
    if (!cells.length) return;
    var paint = function (cell) {
      var to = cell ? cell.dataset.moves.split(" ") : [];
      cells.forEach(function (other) {
        other.classList.toggle("from", other === cell);
        other.classList.toggle("to", !!cell && to.indexOf(other.dataset.n) >= 0 && other.parentNode === cell.parentNode || !!cell && cell.parentNode.children.length < 6 && to.indexOf(other.dataset.n) >= 0);
      });
    };
    cells[0].tabIndex = 0;
    table.addEventListener("pointerover", function (event) { paint(event.target.closest("td[data-n]")); });
    table.addEventListener("pointerleave", function () { paint(null); });
    table.addEventListener("focusin", function (event) { paint(event.target.closest("td[data-n]")); });
    table.addEventListener("focusout", function () { paint(null); });
    table.addEventListener("keydown", function (event) {
      var step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key], at = cells.indexOf(doc.activeElement);
      if (!step || at < 0 || !cells[at + step]) return;
      event.preventDefault(); cells[at].tabIndex = -1; cells[at + step].tabIndex = 0; cells[at + step].focus();
    });
  });
  all(".graph .vertex", function (vertex) {
    var svg = vertex.ownerSVGElement;
    var paint = function (on) { all('.edge[data-from="' + vertex.dataset.n + '"]', function (edge) { edge.classList.toggle("to", on); }, svg); };
    vertex.addEventListener("pointerenter", function () { paint(true); });
    vertex.addEventListener("pointerleave", function () { paint(false); });
  });

  if (doc.querySelector(".explore")) load(root + "assets/explore.js");

  /* what was read stays readable without a network */
  if ("serviceWorker" in navigator && /^https?:$/.test(location.protocol) && window.isSecureContext) navigator.serviceWorker.register(root + "sw.js").catch(function () {});
})();
