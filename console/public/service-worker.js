// The console's shell for phones and installed apps: its page and code open while the platform cannot be reached, and
// system notifications lead back into it. Answers of the platform are never stored.
const CACHE = 'backlot-shell'
const PAGE = new URL('./', self.registration.scope).href
const CODE = new URL('./assets/', self.registration.scope).href
/** Fetched anew whenever the server answers. */
const FRESH = [PAGE, new URL('./config.json', self.registration.scope).href]

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = request.url.split(/[?#]/)[0]
  if (FRESH.includes(url)) event.respondWith(fromServer(request, url))
  else if (url.startsWith(CODE)) event.respondWith(fromStore(request, url))
})

/** The server's answer, or the stored one while there is none. A new page empties the store: it has other code. */
async function fromServer(request, url) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (!response.ok || response.redirected) return response
    const text = await response.clone().text()
    const before = await cache.match(url)
    if (url === PAGE && before && (await before.text()) !== text) await caches.delete(CACHE)
    await (await caches.open(CACHE)).put(url, response.clone())
    return response
  } catch (error) {
    const stored = await cache.match(url)
    if (stored) return stored
    throw error
  }
}

/** Files of code have a hash of their content in their name: what is stored is right. */
async function fromStore(request, url) {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(url)
  if (stored) return stored
  const response = await fetch(request)
  // A part of a file, as of a font, is no file.
  if (response.status === 200) await cache.put(url, response.clone())
  return response
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.address, PAGE).href))
})

/** Shows an address in a window of the console that is open, else in a new one. */
async function open(address) {
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return self.clients.openWindow(address)
  window.postMessage({ kind: 'open', address })
  return window.focus()
}
