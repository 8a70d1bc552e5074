import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get } from '../call.ts'
import { pageOf, pageQuery } from '../envelope.ts'
import { DeviceStateRow, ServerClient, ServerState, ServiceHistory, ServiceState } from './entities.ts'

/** Hours of service history that are kept. */
export const SERVICE_HISTORY_HOURS = 24 * 7

/** Version of all addresses: a change names the one it knows. Left out where they cannot be set. */
const addresses = { addressVersion: z.number().int().optional() }

export const listServers = get('/server/list', {
  name: 'servers.list',
  summary: 'Every kind of server with its state, also kinds that this platform does not have.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeServers,
  query: emptyQuery,
  data: z.object({ list: z.array(ServerState), ...addresses }),
})

export const serverDetail = get('/server/detail', {
  name: 'servers.detail',
  summary: 'One server: its state and its connections, at most 500. Needs the route of its page.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeServers,
  query: z.object({ type: z.coerce.number().int() }),
  data: z.object({
    server: ServerState,
    clients: z.array(ServerClient),
    clientsTotal: z.number().int(),
    ...addresses,
  }),
})

export const serviceState = get('/maintenance/service/state', {
  name: 'servers.service',
  summary: 'The current state of the program and its parts.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeService,
  query: emptyQuery,
  data: ServiceState,
})

export const serviceHistory = get('/maintenance/service/history', {
  name: 'servers.serviceHistory',
  summary: 'The history of the program in the last hours, at most a week: some hundred points.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeService,
  query: z.object({ hours: z.coerce.number().int().min(1).max(SERVICE_HISTORY_HOURS).default(1) }),
  data: ServiceHistory,
})

export const listDeviceStates = get('/maintenance/device/list', {
  name: 'servers.deviceStates',
  summary: "The current states of devices in the caller's scope.",
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeDeviceState,
  query: z.object({
    ...pageQuery(20, 500),
    text: z.string().max(64).optional().describe('part of a name or a serial number'),
    nodeId: z.coerce.number().int().optional(),
    online: z.coerce.number().int().min(0).max(1).optional(),
    protocolType: z.coerce.number().int().optional(),
    trouble: z.enum(['alarm', 'gpsLost']).optional(),
    sort: z.enum(['sn', 'name', 'online', 'locatedTime']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(DeviceStateRow).extend({
    /** Of the whole scope. */
    counts: z.object({ total: z.number().int(), online: z.number().int(), alarm: z.number().int() }),
  }),
})

export const SERVER_CALLS = [listServers, serverDetail, serviceState, serviceHistory, listDeviceStates]
