import type { CameraRecord } from './camera-record.ts'

type Shown = Pick<CameraRecord, 'way' | 'host' | 'port' | 'path' | 'main'>

/**
 * Whether one of these cameras shows what a new one would: the same profile at the same place. Other profiles of one
 * place are other pictures, as of cameras with several lenses. `resolve` tells the address of a host, and rejects where
 * there is none; names of one address are one host.
 */
export async function isShownAlready(
  wanted: Shown,
  cameras: readonly Shown[],
  resolve: (host: string, port: number) => Promise<string>,
): Promise<boolean> {
  const addressOf = ({ host, port }: Shown) => resolve(host, port).catch(() => undefined)
  const alike = cameras.filter(
    ({ way, port, path, main }) =>
      way === wanted.way && port === wanted.port && path === wanted.path && main.token === wanted.main.token,
  )
  if (alike.some(({ host }) => host === wanted.host)) return true
  if (alike.length === 0) return false
  const [address, ...known] = await Promise.all([wanted, ...alike].map(addressOf))
  return address !== undefined && known.includes(address)
}
