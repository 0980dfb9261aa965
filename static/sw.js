/* Keeps what was read, so that it can be read without a network. Online, the network always comes first. */
var CACHE = "course";
self.addEventListener("install", function () { self.skipWaiting(); });
self.addEventListener("activate", function (event) { event.waitUntil(self.clients.claim()); });
self.addEventListener("fetch", function (event) {
  var request = event.request;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    fetch(request).then(function (response) {
      if (response.ok) {
        var copy = response.clone();
        event.waitUntil(caches.open(CACHE).then(function (cache) { return cache.put(request, copy); }));
      }
      return response;
    }).catch(function () {
      return caches.match(request, { ignoreSearch: true }).then(function (kept) { return kept || Response.error(); });
    })
  );
});
