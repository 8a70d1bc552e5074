/** Shares activity with the other tabs of a sign-in. */
export type ActivityLink = {
  post(): void
  close(): void
}

/** `sessionId` keeps sign-ins apart. `onActive`: somebody touched another tab. */
export function openActivityLink(sessionId: string, onActive: () => void): ActivityLink {
  const name = `backlot-activity-${sessionId}`
  return typeof BroadcastChannel === 'undefined' ? storageLink(name, onActive) : broadcastLink(name, onActive)
}

function broadcastLink(name: string, onActive: () => void): ActivityLink {
  const channel = new BroadcastChannel(name)
  channel.onmessage = onActive
  return { post: () => channel.postMessage('active'), close: () => channel.close() }
}

/** Where BroadcastChannel is missing: a value that one tab stores is an event in the others. Nothing is left behind. */
function storageLink(name: string, onActive: () => void): ActivityLink {
  const read = (event: StorageEvent) => {
    if (event.key === name && event.newValue !== null) onActive()
  }
  window.addEventListener('storage', read)
  return {
    post() {
      localStorage.setItem(name, 'active')
      localStorage.removeItem(name)
    },
    close: () => window.removeEventListener('storage', read),
  }
}
