import { plainAddress } from '../../areas/alarm-push/addresses.ts'
import { createAllowList } from '../../areas/alarm-push/allow-list.ts'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import { CameraProblem } from '../../gateways/onvif/camera-problem.ts'

/** Below 1024 cameras use those of the web and of RTSP. */
const LOW_PORTS = [80, 443, 554]

/**
 * Where cameras may be: hosts, addresses and networks that the start allows, never ports of our own. The address that a
 * name leads to is judged before each connection, and the connection goes to the judged one. Rejects with a
 * CameraProblem.
 */
export function createCameraTargets(
  allowed: readonly string[],
  net: Pick<PushNetPort, 'ownPorts' | 'ownAddresses' | 'resolve'>,
): (host: string, port: number) => Promise<string> {
  const own = { ports: net.ownPorts, addresses: net.ownAddresses }
  const allow = createAllowList(allowed, own, LOW_PORTS)
  return async (host, port) => {
    const literal = plainAddress(host)
    const found =
      literal === undefined
        ? await net.resolve(host).then(
            (list) => list.flatMap(({ address }) => plainAddress(address) ?? []),
            () => [],
          )
        : [literal]
    const refused = () =>
      new CameraProblem('notAllowed', `${host}:${port} is not on the list of --camera-allow`)
    const [address] = found
    if (address === undefined) {
      // A name that is not listed and one that does not resolve read the same: the network's inside stays unknown.
      throw allow.namesHost(host, port)
        ? new CameraProblem('unreachable', 'its name is not known')
        : refused()
    }
    for (const one of found) if (allow.judgeAddress(host, one, port)) throw refused()
    return address
  }
}
