/** The npm package `onvif`, a client that others wrote, connected to one camera. */
import onvif from 'onvif'

export type OnvifClient = {
  /** Calls one of its methods; rejects with its error. The reply as the package reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: the package answers plain objects of all shapes.
  call(method: string, ...options: unknown[]): Promise<any>
  /** The status once the camera has stopped. */
  // biome-ignore lint/suspicious/noExplicitAny: the package answers plain objects of all shapes.
  statusAtRest(): Promise<any>
}

/** `address`: http://host:port of the services. */
export async function onvifClient(address: string, sn: string, password: string): Promise<OnvifClient> {
  const { hostname, port } = new URL(address)
  const cam = new onvif.Cam({
    hostname,
    port: Number(port),
    path: `/onvif/${sn}/device_service`,
    username: 'admin',
    password,
    autoconnect: false,
    timeout: 30_000,
  })
  const call: OnvifClient['call'] = (method, ...given) =>
    new Promise((resolve, reject) => {
      // The package declares no types of its methods by name.
      const own = cam as unknown as Record<string, (...all: unknown[]) => void>
      own[method]!(...given, (error: unknown, data: unknown) => (error ? reject(error) : resolve(data)))
    })
  await call('connect')
  return {
    call,
    async statusAtRest() {
      for (;;) {
        const status = await call('getStatus', {})
        if (status.moveStatus.panTilt === 'IDLE') return status
      }
    },
  }
}
