// The service worker: the pages work without a network, the table never comes from a cache.
const CACHE = "trull-__VERSION__";
const FILES = __FILES__;
const KEPT = /^\/api\/(rules|lessons(\/\w+)?)$/; // asked for anew, and shown again without a network

/* What the score pad reckons with: large, and fetched only by who has been there once. */
const LAWS_CACHE = "trull-laws";
const LAWS = __LAWS__;

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
    .then((names) => names.filter((name) => name !== CACHE && name !== LAWS_CACHE))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
  event.waitUntil(caches.has(LAWS_CACHE).then((had) => had && keepLaws())); // newer ones, if any were here
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(cached(event));
  else if (request.mode === "navigate") event.respondWith(fresh(event, "/"));
  else if (KEPT.test(url.pathname)) event.respondWith(fresh(event, request));
});

/* The page has been to the score pad: what it fetched before this worker saw it is kept too. */
self.addEventListener("message", (event) => {
  if (event.data === "laws") event.waitUntil(keepLaws());
});

async function keepLaws() {
  const cache = await caches.open(LAWS_CACHE);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(LAWS.filter((file) => !kept.includes(file)));
  await Promise.all(kept.filter((file) => !LAWS.includes(file)).map((file) => cache.delete(file)));
}

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
    const law = LAWS.includes(new URL(answer.url).pathname);
    const cache = await caches.open(law ? LAWS_CACHE : CACHE);
    await cache.put(key, answer);
  } catch (error) {
    console.warn("not kept:", error);
  }
}
