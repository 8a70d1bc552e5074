/** The npm package `onvif`, a client that others wrote, as the judge of what the server answers. */
import onvif from 'onvif'
import utils from 'onvif/lib/utils.js'
import { NAMESPACES, type Prefix } from '../wire/onvif/namespaces.ts'
import { ACCOUNT } from './onvif-rig.test-support.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package answers plain objects of all shapes, which tests look into.
type Answer = any

export type OnvifClient = {
  cam: InstanceType<typeof onvif.Cam>
  /** Calls one of its methods; rejects with its error. The reply as the package reads it. */
  call(method: string, ...options: unknown[]): Promise<Answer>
  /**
   * Sends an operation that the package has no method for, by its own request. `path`: of the service (`media2_service`);
   * `inner`: parameters with the prefixes `o` (the operation's namespace) and `tt`. The content of the reply.
   */
  ask(path: string, prefix: Prefix, operation: string, inner?: string): Promise<Answer>
  /** The status once the camera has stopped. */
  statusAtRest(): Promise<Answer>
}

/** A client of one camera, connected. */
export async function onvifClient(
  port: number,
  sn: string,
  options: { password?: string; useWSSecurity?: boolean } = {},
): Promise<OnvifClient> {
  const cam = new onvif.Cam({
    hostname: '127.0.0.1',
    port,
    path: `/onvif/${sn}/device_service`,
    ...ACCOUNT,
    autoconnect: false,
    timeout: 30_000,
    ...options,
  })
  const call: OnvifClient['call'] = (method, ...given) =>
    new Promise((resolve, reject) => {
      // The package declares no types of its methods by name.
      const own = cam as unknown as Record<string, (...all: unknown[]) => void>
      own[method]!(...given, (error: unknown, data: unknown) => (error ? reject(error) : resolve(data)))
    })
  const ask: OnvifClient['ask'] = async (path, prefix, operation, inner = '') => {
    // The package declares no types of what its methods are made of.
    const own = cam as unknown as Requester
    const body = `<o:${operation} xmlns:o="${NAMESPACES[prefix]}" xmlns:tt="${NAMESPACES.tt}">${inner}</o:${operation}>`
    const data = await new Promise((resolve, reject) => {
      own._request(
        { service: `/onvif/${sn}/${path}`, body: own._envelopeHeader() + body + own._envelopeFooter() },
        (error, answer) => (error ? reject(error) : resolve(answer)),
      )
    })
    return Object.values(utils.linerase(data))[0]
  }
  await call('connect')
  return {
    cam,
    call,
    ask,
    async statusAtRest() {
      for (;;) {
        const status = await call('getStatus', {})
        if (status.moveStatus.panTilt === 'IDLE') return status
      }
    },
  }
}

type Requester = {
  _envelopeHeader(): string
  _envelopeFooter(): string
  _request(
    options: { service: string; body: string },
    callback: (error: unknown, data: unknown) => void,
  ): void
}
