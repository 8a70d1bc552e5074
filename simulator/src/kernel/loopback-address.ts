/** Whether a host name or address that we bind to is reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name === '::1' || name === '[::1]' || isLoopbackV4(name)
}

/** Whether the peer of a socket is on this machine (IPv4-mapped addresses too). */
export function isLoopbackPeer(address: string | undefined): boolean {
  if (address === undefined) return false
  return address === '::1' || isLoopbackV4(address.startsWith('::ffff:') ? address.slice(7) : address)
}

function isLoopbackV4(address: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(address)
}
