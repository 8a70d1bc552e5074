import { z } from 'zod'
import type { Access } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { RecordVersion, SeenVersion } from '../record-version.ts'
import { MEDIA_SERVER_STATES } from './constants.ts'
import {
  CaptureRule,
  MediaServer,
  MediaServerConfig,
  NewCaptureRule,
  NewMediaServer,
  NewMediaServerConfig,
} from './entities.ts'

/**
 * Media servers and the rules of timed captures. The paths of the first server's record and of the rules are stated,
 * fields are assumed; the calls of all media servers are assumed.
 */
const manageMedia: Access = {
  kind: 'routes',
  routes: ['/systemManange/mediaMange', '/systemManange/mediaRecordSet', '/serverManange/mgt/mediaServer'],
  anyOf: ['video'],
}
const manageServers: Access = {
  kind: 'routes',
  routes: ['/systemManange/mediaMange'],
  anyOf: ['video'],
}
const manageTemplates: Access = {
  kind: 'routes',
  routes: ['/serverManange/templateManage', '/systemManange/mediaRecordSet'],
  anyOf: ['video'],
}

export const mediaServerConfig = get('/rd/mediaServer/config/get', {
  name: 'mediaConfig.get',
  summary: 'The media server: addresses, ports and recording plan.',
  origin: 'stated',
  access: manageMedia,
  query: emptyQuery,
  data: MediaServerConfig.extend({ version: RecordVersion }),
})

export const updateMediaServerConfig = post('/rd/mediaServer/config/update', {
  name: 'mediaConfig.update',
  summary: 'Changes the media server from now on; existing recordings are kept.',
  origin: 'stated',
  changes: 'platform',
  access: manageMedia,
  body: NewMediaServerConfig.partial().extend({ version: SeenVersion }),
  data: nothing,
})

export const listMediaServers = get('/rd/mediaServer/list', {
  name: 'mediaServers.list',
  summary: 'Media servers with their groups and current state; the first one is the platform itself.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: manageServers,
  query: z.object({
    ...pageQuery(20, 100),
    text: z.string().max(64).optional().describe('part of the name or of an address, or a port'),
    state: z.enum(MEDIA_SERVER_STATES).optional(),
    sort: z.enum(['name']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(MediaServer),
})

export const addMediaServer = post('/rd/mediaServer/add', {
  name: 'mediaServers.add',
  summary:
    'Adds a media server and opens its port. Refused (409) if its name or port is in use, or one of its groups is bound to another server.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: manageServers,
  body: NewMediaServer,
  data: z.object({
    id: z.number().int(),
    listenPort: z.number().int().nullable().describe('listening port; null: disabled'),
  }),
})

export const updateMediaServer = post('/rd/mediaServer/update', {
  name: 'mediaServers.update',
  summary:
    'Changes a media server. A new port opens before the old one closes. Players use it from their next stream on. Refused (409) if someone else has changed it since the given version.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: manageServers,
  body: NewMediaServer.extend({ id: z.number().int(), version: z.number().int() }),
  data: z.object({ listenPort: z.number().int().nullable() }),
})

export const deleteMediaServer = post('/rd/mediaServer/delete', {
  name: 'mediaServers.delete',
  summary:
    'Closes and removes a media server; its groups follow the groups above. The first one cannot be removed.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'platform',
  access: manageServers,
  body: z.object({ id: z.number().int(), version: z.number().int() }),
  data: nothing,
})

export const listCaptureRules = get('/template/alsCaptureRule/list', {
  name: 'mediaConfig.captureRules',
  summary: 'Rules for timed captures.',
  origin: 'stated',
  access: manageTemplates,
  query: emptyQuery,
  data: z.object({ list: z.array(CaptureRule), total: z.number().int() }),
})

const inOrder = ({ fromHour, toHour }: { fromHour: number; toHour: number }) => fromHour < toHour
const order = { path: ['toHour'], message: 'toHour must be later than fromHour' }

export const addCaptureRule = post('/template/alsCaptureRule/add', {
  name: 'mediaConfig.addCaptureRule',
  summary: 'Adds a rule, at most eight.',
  origin: 'stated',
  changes: 'platform',
  access: manageTemplates,
  body: NewCaptureRule.extend({ enabled: NewCaptureRule.shape.enabled.default(true) }).refine(inOrder, order),
  data: z.object({ id: z.number().int() }),
})

export const updateCaptureRule = post('/template/alsCaptureRule/update', {
  name: 'mediaConfig.updateCaptureRule',
  summary: 'Changes a rule from now on; existing pictures are kept.',
  origin: 'stated',
  changes: 'platform',
  access: manageTemplates,
  body: NewCaptureRule.extend({ id: CaptureRule.shape.id, version: SeenVersion }).refine(inOrder, order),
  data: nothing,
})

export const deleteCaptureRule = post('/template/alsCaptureRule/delete', {
  name: 'mediaConfig.deleteCaptureRule',
  summary: 'Removes a rule; existing pictures are kept.',
  origin: 'stated',
  changes: 'platform',
  access: manageTemplates,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const MEDIA_CONFIG_CALLS = [
  mediaServerConfig,
  updateMediaServerConfig,
  listMediaServers,
  addMediaServer,
  updateMediaServer,
  deleteMediaServer,
  listCaptureRules,
  addCaptureRule,
  updateCaptureRule,
  deleteCaptureRule,
]
