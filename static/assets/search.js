/* Finds sections. Latin letters are compared without their marks (trò = tro, đ = d); Bengali letters as they are written,
   only in one normal form and without joiners. */
(function (root) {
  "use strict";
  function fold(text) {
    return text
      .normalize("NFD")
      .replace(/([A-Za-z])[\u0300-\u036f]+/g, "$1")
      .normalize("NFC")
      .replace(/[\u200c\u200d]/g, "")
      .replace(/[đĐ]/g, "d")
      .toLowerCase();
  }
  function plain(text) {
    return text.normalize("NFC").replace(/[\u200c\u200d]/g, "").toLowerCase();
  }
  function words(text) {
    return text.split(/[\s.,;:!?()[\]{}"'`“”‘’।…/\\|<>=+*—–-]+/).filter(Boolean);
  }
  /* How well a text has a word: 3 as a whole word, 2 at the beginning of one, 1 within one of Latin letters, 0 not. */
  function rank(text, word) {
    var best = 0, at = text.indexOf(word), letter = /[\p{L}\p{M}\p{N}]/u;
    while (at >= 0 && best < 3) {
      var before = at === 0 || !letter.test(text[at - 1]);
      var after = text[at + word.length];
      var end = after === undefined || !letter.test(after);
      best = Math.max(best, before && end ? 3 : before ? 2 : /\p{M}/u.test(after || "") ? 0 : 1);
      at = text.indexOf(word, at + 1);
    }
    return best;
  }
  function prepare(index) {
    var list = [];
    index.forEach(function (lesson, order) {
      var lessonFold = fold(lesson[1]), lessonPlain = plain(lesson[1]);
      lesson[2].forEach(function (section) {
        list.push({
          href: lesson[0] + (section[0] ? "#" + encodeURIComponent(section[0]) : ""),
          lesson: lesson[1], title: section[1], text: section[2], order: order,
          fields: [
            [section[1] ? fold(section[1]) : lessonFold, section[1] ? plain(section[1]) : lessonPlain, 12],
            [lessonFold, lessonPlain, 4],
            [fold(section[2]), plain(section[2]), 1]
          ]
        });
      });
    });
    return list;
  }
  /* The sections that have every word of the query, best first. */
  function find(list, query) {
    var folded = words(fold(query)), exact = words(plain(query)), phrase = folded.join(" ");
    if (!folded.length) return [];
    var hits = [];
    list.forEach(function (section, at) {
      var score = 0, own = !section.title;
      var all = folded.every(function (word, i) {
        var best = 0;
        section.fields.forEach(function (field, which) {
          var found = rank(field[0], word);
          if (found && exact[i] && exact[i] !== word && rank(field[1], exact[i])) found += 1.5;
          if (found && which !== 1) own = true;
          best = Math.max(best, found * field[2]);
        });
        score += best;
        return best > 0;
      });
      /* The title of the lesson helps, but does not make a section an answer by itself. */
      if (!all || !own) return;
      section.fields.forEach(function (field) { if (folded.length > 1 && field[0].indexOf(phrase) >= 0) score += 4 * field[2]; });
      if (section.fields[0][0] === phrase) score += 30;
      hits.push({ section: section, score: score, at: at });
    });
    hits.sort(function (a, b) { return b.score - a.score || a.at - b.at; });
    return hits.slice(0, 20).map(function (hit) { return hit.section; });
  }
  /* A stretch of the text around the first word found: what stands before, the word, what stands after. */
  function snippet(section, query) {
    var word = words(fold(query)).sort(function (a, b) { return b.length - a.length; })[0] || "";
    var parts = section.text.split(/(\s+)/), at = -1;
    for (var i = 0; i < parts.length; i++) if (rank(fold(parts[i]), word)) { at = i; break; }
    if (at < 0) return [section.text.slice(0, 120), "", ""];
    return [(at > 16 ? "… " : "") + parts.slice(Math.max(0, at - 16), at).join(""), parts[at], parts.slice(at + 1, at + 28).join("")];
  }
  root.courseFind = { fold: fold, prepare: prepare, find: find, snippet: snippet };
})(typeof window === "undefined" ? globalThis : window);
