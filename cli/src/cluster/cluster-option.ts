import { readClusterAddress } from '@backlot/simulator/cluster/cluster-address'
import { type Cluster, openCluster } from '@backlot/simulator/cluster/open-cluster'
import { createLog } from '@backlot/simulator/kernel/log'
import { UserError } from '../user-error.ts'

/** The Redis of `--redis`, or of BACKLOT_REDIS; undefined: none. Throws a UserError, or a StartError where it is away. */
export async function openGivenCluster(flag: string | undefined): Promise<Cluster | undefined> {
  const text = flag ?? process.env['BACKLOT_REDIS']
  if (text === undefined || text === '') return undefined
  const address = readClusterAddress(text, flag === undefined ? 'environment' : 'commandLine', process.env)
  if (typeof address === 'string') throw new UserError(`--redis: ${address}.`)
  return openCluster(address, createLog('warn'))
}
