/** The npm package `onvif`, a client that others wrote, as the judge of what the server answers. */
import onvif from 'onvif'
import { ACCOUNT } from './onvif-rig.test-support.ts'

export type Judge = {
  cam: InstanceType<typeof onvif.Cam>
  /** Calls one of its methods; rejects with its error. The reply as the package reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: the package answers plain objects of all shapes.
  call(method: string, ...options: unknown[]): Promise<any>
}

/** A client of one camera, connected. */
export async function judgeOf(
  port: number,
  sn: string,
  options: { password?: string; useWSSecurity?: boolean } = {},
): Promise<Judge> {
  const cam = new onvif.Cam({
    hostname: '127.0.0.1',
    port,
    path: `/onvif/${sn}/device_service`,
    ...ACCOUNT,
    autoconnect: false,
    timeout: 20_000,
    ...options,
  })
  const call: Judge['call'] = (method, ...given) =>
    new Promise((resolve, reject) => {
      // The package declares no types of its methods by name.
      const own = cam as unknown as Record<string, (...all: unknown[]) => void>
      own[method]!(...given, (error: unknown, data: unknown) => (error ? reject(error) : resolve(data)))
    })
  await call('connect')
  return { cam, call }
}
