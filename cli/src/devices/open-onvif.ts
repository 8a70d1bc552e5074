import { lookup } from 'node:dns/promises'
import { isIPv4 } from 'node:net'
import { swarmCameras } from '@backlot/simulator/composition/swarm-devices'
import { DEFAULT_PASSWORD } from '@backlot/simulator/kernel/defaults'
import { createLog } from '@backlot/simulator/kernel/log'
import { RtspPortError } from '@backlot/simulator/media/rtsp/rtsp-server'
import { DiscoveryPortError } from '@backlot/simulator/onvif/discovery/discovery-responder'
import { OnvifPortError } from '@backlot/simulator/onvif/onvif-server'
import { type OnvifSwarm, openOnvifSwarm } from '@backlot/simulator/onvif/swarm/open-onvif-swarm'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { DISCOVERY } from '@backlot/simulator/wire/onvif/discovery-message'
import { isLoopbackHost } from '../loopback-target.ts'
import { UserError } from '../user-error.ts'
import { onvifColumns, onvifSummaryLines, onvifSummaryOf } from './onvif-report.ts'
import type { RunningSwarm } from './running-swarm.ts'
import type { SwarmOrder } from './swarm-order.ts'

/** Lets ONVIF cameras loose. Throws a UserError for what the command got wrong. */
export async function openOnvif(order: SwarmOrder): Promise<RunningSwarm> {
  const { target, count, seed, channels } = order
  const { user, password, rtsp, ports, discovery } = target.onvif!
  if (password === undefined && !isLoopbackHost(target.host))
    throw new UserError(
      `--to onvif://${target.host}: others can reach these cameras. Give a password: ?password=…`,
    )
  if (ports && ports.last - ports.first + 1 < count)
    throw new UserError(
      `--to onvif://…: ports ${ports.first}-${ports.last} are fewer than ${count}, the --count.`,
    )
  const list = swarmCameras(count, seed, createLog('warn'))
  if (list.length < count)
    throw new UserError(`--count ${count}: this world has only ${list.length} of them.`)
  const swarm = await openOnvifSwarm(
    {
      host: await addressOf(target.host),
      port: target.port,
      rtspPort: rtsp,
      each: ports,
      account: { username: user, password: password ?? DEFAULT_PASSWORD },
      discoveryPort: discovery ? DISCOVERY.port : undefined,
      channels,
      rampPerSecond: order.rampPerSecond,
      intervalMs: order.intervalMs,
      seed,
    },
    list,
    { hostClock: createHostClock(), log: createLog('warn') },
  ).catch((error: unknown) => {
    throw portMistake(error, order) ?? error
  })
  return running(swarm)
}

function running(swarm: OnvifSwarm): RunningSwarm {
  let atEnd: ReturnType<OnvifSwarm['progress']> | undefined
  return {
    columns: () => onvifColumns(swarm.progress(), swarm.latency()),
    summary(to, elapsedMs) {
      const data = onvifSummaryOf(to, atEnd ?? swarm.progress(), swarm.latency(), elapsedMs)
      return { data, lines: onvifSummaryLines(data) }
    },
    drain(withinMs) {
      atEnd = swarm.progress()
      return swarm.drain(withinMs)
    },
    [Symbol.asyncDispose]: () => swarm[Symbol.asyncDispose](),
  }
}

async function addressOf(host: string): Promise<string> {
  if (isIPv4(host)) return host
  try {
    return (await lookup(host, { family: 4 })).address
  } catch {
    throw new UserError(`--to onvif://${host}: give an IPv4 address of this machine.`)
  }
}

function portMistake(error: unknown, { target }: SwarmOrder): UserError | undefined {
  const where = `--to onvif://${target.host}:${target.port}`
  if (error instanceof OnvifPortError || error instanceof RtspPortError)
    return new UserError(
      `${where}: ${error.message} cannot be had: another program has it, or the address is not this machine's.`,
    )
  if (error instanceof DiscoveryPortError)
    return new UserError(`${where}: no multicast on this interface. Give discovery=off.`)
  return undefined
}
