/* Lets a reader change the rules of a figure and see what follows. The figure itself was computed when the site was built;
   this computes anew, the same way: outcomes from the options, values by mex. */
(function (root) {
  "use strict";
  function mex(values) { var n = 0; while (values.indexOf(n) >= 0) n++; return n; }
  /* For n = 0 to upTo: the options, who wins (true: the player to move), and the Grundy value (normal play). */
  function subtraction(moves, upTo, misere) {
    var all = [];
    for (var n = 0; n <= upTo; n++) {
      var options = moves.filter(function (m) { return m <= n; }).map(function (m) { return n - m; });
      var wins = options.length ? options.some(function (to) { return !all[to].wins; }) : !!misere;
      all.push({ options: options, wins: wins, value: mex(options.map(function (to) { return all[to].value; })) });
    }
    return all;
  }
  /* The nim-sum of piles and every winning move: which pile, to how many. */
  function nim(piles) {
    var sum = piles.reduce(function (a, b) { return a ^ b; }, 0), moves = [];
    if (sum) piles.forEach(function (pile, at) { if ((pile ^ sum) < pile) moves.push([at, pile ^ sum]); });
    return { sum: sum, moves: moves };
  }
  function numbers(text, least, most, count) {
    var digits = text.replace(/[০-৯]/g, function (d) { return d.charCodeAt(0) - 0x9e6; });
    var parts = digits.split(/[\s,;{}[\]]+/).filter(Boolean).map(Number);
    var good = parts.length && parts.length <= count && parts.every(function (n) { return Number.isInteger(n) && n >= least && n <= most; });
    return good ? parts : null;
  }
  root.courseExplore = { subtraction: subtraction, nim: nim, numbers: numbers };
  if (typeof document === "undefined") return;

  function make(tag, text, attributes) {
    var node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    return node;
  }
  Array.prototype.forEach.call(document.querySelectorAll(".explore"), function (box) {
    var texts = JSON.parse(box.dataset.texts), piles = box.dataset.kind === "nim";
    var details = make("details"), form = make("form"), label = make("label", (piles ? texts.piles : texts.moves) + " "), input = make("input", undefined, { inputmode: "numeric", size: "16" });
    var out = make("div", undefined, { "class": "scroll", tabindex: "0", role: "group", "aria-label": texts.explore }), says = make("p", "", { role: "status" });
    input.value = box.dataset.start.split(" ").join(", ");
    label.append(input); form.append(label);
    details.append(make("summary", texts.explore), form, out, says);
    box.append(details); box.hidden = false;
    function put(text, a, b) { return text.replace("{a}", a).replace("{b}", b); }
    function row(heading, cells) {
      var tr = make("tr"); tr.append(make("th", heading, { scope: "row" }));
      cells.forEach(function (cell) { tr.append(cell); });
      return tr;
    }
    function showMoves(moves) {
      var all = subtraction(moves, 24, box.dataset.play === "misere"), table = make("table", undefined, { "class": "grid strip" }), head = make("tr"), body = make("tbody"), thead = make("thead");
      head.append(make("th", "n", { scope: "col" }));
      all.forEach(function (_, n) { head.append(make("th", n, { scope: "col" })); });
      thead.append(head);
      body.append(row("W/L", all.map(function (position, n) {
        var cell = make("td", undefined, { "class": position.wins ? "next" : "previous" }), button = make("button", position.wins ? "W" : "L", { type: "button" });
        button.addEventListener("click", function () { tell(all, n); }); button.addEventListener("pointerenter", function () { tell(all, n); }); button.addEventListener("focus", function () { tell(all, n); });
        cell.append(button);
        return cell;
      })));
      if (box.dataset.play !== "misere") body.append(row("G(n)", all.map(function (position) { return make("td", position.value); })));
      table.append(thead, body); out.append(table);
    }
    function tell(all, n) {
      var position = all[n];
      says.textContent = position.options.length ? put(texts.options, n, position.options.join(", ")) + (box.dataset.play === "misere" ? "" : " · mex{" + position.options.map(function (to) { return all[to].value; }).sort().filter(function (v, i, list) { return v !== list[i - 1]; }).join(", ") + "} = " + position.value) : put(texts.stuck, n, "");
    }
    function showPiles(list) {
      var found = nim(list);
      says.textContent = list.join(" ⊕ ") + " = " + found.sum + " · " + (found.moves.length ? put(texts.win, list[found.moves[0][0]], found.moves[0][1]) : texts.lost);
    }
    function run() {
      var list = piles ? numbers(input.value, 0, 999, 8) : numbers(input.value, 1, 60, 8);
      out.textContent = ""; says.textContent = ""; out.hidden = piles;
      input.setAttribute("aria-invalid", String(!list));
      if (!list) says.textContent = texts.invalid;
      else if (piles) showPiles(list);
      else showMoves(list);
    }
    input.addEventListener("input", run);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    details.addEventListener("toggle", function () { if (details.open && !out.textContent) run(); });
  });
})(typeof window === "undefined" ? globalThis : window);
