import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { ServerAddress, ServerState } from './entities.ts'
import { FastConfig, KnownAddresses } from './fast-config.ts'

export const fastConfig = get('/server/fastConfig/get', {
  name: 'fastConfig.get',
  summary:
    'Addresses and ports that are told of the servers, where these listen, and addresses of the machine.',
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
    "Sets what is told of all servers at once, the media server's record included; what was set for single servers is forgotten. Servers go on listening where they do. Refused (409) if someone else has changed it since the given version.",
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
    'Sets the addresses and the port that are given out for one server; the server goes on listening where it does. Asks for the route of its page, or of the server info. Refused (409) if someone else has changed addresses since the given version.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: ACCESS.seeServers,
  body: ServerAddress.extend({ type: z.number().int(), version: z.number().int() }),
  data: nothing,
})

export const FAST_CONFIG_CALLS = [fastConfig, updateFastConfig, updateServerAddress]
