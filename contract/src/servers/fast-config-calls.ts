import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { ServerAddress, ServerState } from './entities.ts'
import { FastConfig, KnownAddresses } from './fast-config.ts'

export const fastConfig = get('/server/fastConfig/get', {
  name: 'fastConfig.get',
  summary:
    'Published addresses and ports of the servers, their listening ports, and the addresses of the machine.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.fastConfig,
  query: emptyQuery,
  data: z.object({
    config: KnownAddresses,
    /** Grows with each change: an update names the one it knows. */
    version: z.number().int(),
    /** IPv4 addresses of this machine. */
    machineAddresses: z.array(z.string()),
    servers: z.array(ServerState.pick({ type: true, kind: true, state: true, address: true })),
  }),
})

export const updateFastConfig = post('/server/fastConfig/update', {
  name: 'fastConfig.update',
  summary:
    "Sets the published addresses and ports of all servers, including the media server's record; settings of single servers are replaced. Listening ports do not change. Refused (409) if someone else has changed them since the given version.",
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.fastConfig,
  body: FastConfig.extend({ version: z.number().int() }),
  data: nothing,
})

export const updateServerAddress = post('/server/address/update', {
  name: 'fastConfig.updateServer',
  summary:
    'Sets the published addresses and port of one server. Its listening port does not change. Needs the route of its page, or of the server info. Refused (409) if someone else has changed addresses since the given version.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.seeServers,
  body: ServerAddress.extend({ type: z.number().int(), version: z.number().int() }),
  data: nothing,
})

export const FAST_CONFIG_CALLS = [fastConfig, updateFastConfig, updateServerAddress]
