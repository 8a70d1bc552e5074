import { readClusterAddress } from '@backlot/simulator/cluster/cluster-address'
import { type Cluster, openCluster } from '@backlot/simulator/cluster/open-cluster'
import { createLog } from '@backlot/simulator/kernel/log'

/** A machine's connection to a test's Redis. */
export async function openTestCluster(url: string, env: Record<string, string> = {}): Promise<Cluster> {
  const address = readClusterAddress(url, 'environment', env)
  if (typeof address === 'string') throw new Error(address)
  return openCluster(address, createLog('silent'))
}
