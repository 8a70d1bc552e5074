/** What an edge does besides files and calls: it ends the sockets of consoles and of viewers of live streams. */
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import { createChannelMetrics } from '../channel/channel-metrics.ts'
import { type CoreTrust, openCoreLink } from '../cluster/core-link.ts'
import { joinCluster } from '../cluster/membership.ts'
import type { Cluster } from '../cluster/open-cluster.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { createEdgeChannel } from './edge-channel.ts'
import { edgeGauges } from './edge-gauges.ts'
import { createEdgeStreams, type EdgeStreams } from './edge-streams.ts'

export type Edge = AsyncDisposable & {
  upgrades: readonly UpgradeHandler[]
  handleHttp: EdgeStreams['handleHttp']
  /** How the core is reached, and the token by which it knows an edge; undefined while there is none. */
  core(): { url: string; token: string } | undefined
  /** Whether the link to the core is open, and Redis there. */
  health(): { core: boolean; redis: boolean }
  /** Sends the consoles to other edges. */
  sendAway(): Promise<void>
}

/** Joins the cluster as an edge. `url`: where the core is reached, where it is not as it says of itself. */
export async function createEdge(order: {
  cluster: Cluster
  name: string | undefined
  url: string | undefined
  trust: CoreTrust
  metrics: Metrics
  /** The machines of the cluster run another version. */
  onRefused(why: string): void
}): Promise<Edge> {
  const { cluster, trust, metrics } = order
  const hostClock = createHostClock()
  const channel = createEdgeChannel({
    cluster,
    hostClock,
    metrics: createChannelMetrics(metrics.registry),
    onMessage: (message) => streams.heard(message),
  })
  const core = () => {
    const known = link.core()
    return known && { ...known, url: order.url ?? known.url }
  }
  const streams = createEdgeStreams({ origin: core, trust, hostClock, send: channel.send })
  const membership = await joinCluster(cluster, {
    role: 'edge',
    name: order.name,
    state() {
      const { consoles } = channel.stats()
      const { viewers, streams: pulled } = streams.stats()
      return { takes: {}, carries: [], counters: { consoles, viewers, streams: pulled } }
    },
    onRefused: order.onRefused,
  })
  const link = openCoreLink(cluster, {
    kind: 'edge',
    memberId: membership.id,
    name: membership.name,
    url: order.url,
    trust,
    onOpen(socket) {
      channel.linked(socket)
      streams.linked()
    },
    onClose() {
      channel.unlinked()
      streams.unlinked()
    },
  })
  edgeGauges(metrics, { channel, streams, isLinked: () => link.socket() !== undefined })
  return {
    upgrades: [channel.takeUpgrade, streams.takeUpgrade],
    handleHttp: streams.handleHttp,
    core,
    health: () => ({ core: link.socket() !== undefined, redis: cluster.isConnected() }),
    sendAway: channel.sendAway,
    async [Symbol.asyncDispose]() {
      link[Symbol.dispose]()
      channel[Symbol.dispose]()
      streams[Symbol.dispose]()
      await membership[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}
