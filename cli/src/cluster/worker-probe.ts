import { once } from 'node:events'
import { createServer } from 'node:http'
import type { QueueKind } from '@backlot/contract/control/cluster-state'
import type { JobServer } from '@backlot/simulator/cluster/job-leases'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { createMetrics } from '@backlot/simulator/telemetry/metrics'
import { UserError } from '../user-error.ts'

/**
 * Answers /healthz (503 while Redis is away: the worker carries nothing then) and /metrics of a worker, on loopback unless
 * `host` says otherwise. Throws a UserError for a port that is taken.
 */
export async function openProbe(
  cluster: Cluster,
  servers: ReadonlyMap<QueueKind, JobServer>,
  { host, port }: { host: string; port: number },
): Promise<AsyncDisposable> {
  const metrics = createMetrics()
  metrics.gauge('backlot_worker_redis_up', '1 while Redis is there, else 0.', () =>
    cluster.isConnected() ? 1 : 0,
  )
  metrics.gauges('backlot_worker_jobs', 'Jobs that this worker carries, by kind.', ['kind'], () =>
    [...servers].map(([kind, server]) => [{ kind }, server.carried().length]),
  )
  metrics.counterBy(
    'backlot_worker_leases_lost_total',
    'Leases that ended before their work did, by kind.',
    'kind',
    () => [...servers].map(([kind, server]) => [kind, server.lost()]),
  )
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type }).end(text)
    if (request.url === '/healthz') {
      const redis = cluster.isConnected()
      answer(redis ? 200 : 503, 'application/json', JSON.stringify({ ok: redis, parts: { redis } }))
    } else if (request.url === '/metrics') {
      metrics.registry.metrics().then(
        (text) => answer(200, metrics.registry.contentType, text),
        () => answer(500, 'text/plain', 'The metrics cannot be read.'),
      )
    } else answer(404, 'text/plain', 'There are /healthz and /metrics.')
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    metrics[Symbol.dispose]()
    throw new UserError(
      `--port ${port} on ${host}: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return {
    async [Symbol.asyncDispose]() {
      metrics[Symbol.dispose]()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
