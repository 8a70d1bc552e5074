import { withoutPort } from '../onvif-address.ts'
import type { StreamTransport } from '../ports.ts'
import type { ServiceCall } from '../service-call.ts'
import type { Profile } from '../tokens.ts'

/** Where the stream of a profile is, seen from the client; undefined: not over that transport. */
export function streamUriOf(
  { context, camera, host }: ServiceCall,
  { channel, streamType }: Profile,
  transport: StreamTransport,
): string | undefined {
  const { chnId } = channel
  return context.ports.media.streamUri({
    sn: camera.sn,
    chnId,
    streamType,
    host: withoutPort(host),
    transport,
  })
}
