import type { HttpListener } from '@backlot/simulator/http/create-http-listener'
import { type OwnCertificate, ownCertificate } from './own-certificate.ts'

export type HttpsOptions = {
  /** Where the certificate and its key are kept. */
  folder: string
  /** Hears of a new certificate while the server runs. */
  onRenewed?(certificate: OwnCertificate): void
  /** Hears that there is none, with the reason. It is tried again half a day later. */
  onNotRenewed?(error: Error): void
}

export type RenewedCertificate = Disposable & {
  /** With which the listener answers now. */
  current(): OwnCertificate | undefined
  /** Makes a new one when that in use is about to end. Asked by itself twice a day. */
  renew(nowMs?: number): Promise<void>
}

/** How often a certificate is asked whether it is about to end: months before it does. */
const LOOK_MS = 12 * 3_600_000

/** Keeps the certificate of a listener, `certificate` at first, from ending. Without `https` there is none. */
export function renewCertificate(
  listener: Pick<HttpListener, 'setTls'>,
  https: HttpsOptions | undefined,
  names: readonly string[],
  certificate: OwnCertificate | undefined,
): RenewedCertificate {
  let current = certificate
  const renew = async (nowMs?: number): Promise<void> => {
    if (!https) return
    const fresh = await ownCertificate(https.folder, names, nowMs)
    if (fresh.fingerprint === current?.fingerprint) return
    current = fresh
    listener.setTls(fresh)
    https.onRenewed?.(fresh)
  }
  const looking = setInterval(() => {
    renew().catch((error: Error) => https?.onNotRenewed?.(error))
  }, LOOK_MS).unref()
  return {
    current: () => current,
    renew,
    [Symbol.dispose]: () => clearInterval(looking),
  }
}
