// The service worker: the pages work without a network, the table never comes from a cache.
const CACHE = "trull-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(cached(event));
  else if (request.mode === "navigate") event.respondWith(fresh(event, "/"));
  else if (url.pathname === "/api/rules") event.respondWith(fresh(event, request));
});

/* A tap on the notice of one's turn leads to the table, in the window that has it open. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTable(event.notification.data ?? "/"));
});

async function toTable(address) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((client) => client.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

/** Built files have their content in their name: once fetched they never change. */
async function cached(event) {
  const found = await caches.match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

/** From the network, and only without one from the last time. */
async function fresh(event, key) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && key === event.request) event.waitUntil(keep(key, answer.clone()));
    return answer;
  } catch (error) {
    const found = await caches.match(key);
    if (found) return found;
    throw error;
  }
}

/** Put an answer by for later; one that does not fit on the disk has still been given. */
async function keep(key, answer) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(key, answer);
  } catch (error) {
    console.warn("not kept:", error);
  }
}
