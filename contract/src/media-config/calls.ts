import { z } from 'zod'
import type { Access } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { CaptureRule, MediaServerConfig } from './entities.ts'

/** The media server's record and the rules of timed captures. Paths are stated, fields assumed. */
const manageMedia: Access = {
  kind: 'routes',
  routes: ['/systemManange/mediaMange', '/systemManange/mediaRecordSet', '/serverManange/mgt/mediaServer'],
  anyOf: ['video'],
}
const manageTemplates: Access = {
  kind: 'routes',
  routes: ['/serverManange/templateManage', '/systemManange/mediaRecordSet'],
  anyOf: ['video'],
}

export const mediaServerConfig = get('/rd/mediaServer/config/get', {
  name: 'mediaConfig.get',
  summary: 'The media server: addresses, ports and what it records.',
  origin: 'stated',
  access: manageMedia,
  query: emptyQuery,
  data: MediaServerConfig,
})

export const updateMediaServerConfig = post('/rd/mediaServer/config/update', {
  name: 'mediaConfig.update',
  summary: 'Changes the media server from now on; what was recorded before stays as it is.',
  origin: 'stated',
  access: manageMedia,
  body: MediaServerConfig.partial(),
  data: nothing,
})

export const listCaptureRules = get('/template/alsCaptureRule/list', {
  name: 'mediaConfig.captureRules',
  summary: 'Rules by which pictures are taken at intervals.',
  origin: 'stated',
  access: manageTemplates,
  query: emptyQuery,
  data: z.object({ list: z.array(CaptureRule), total: z.number().int() }),
})

const ruleFields = CaptureRule.omit({ id: true })
const inOrder = ({ fromHour, toHour }: { fromHour: number; toHour: number }) => fromHour < toHour
const order = { path: ['toHour'], message: 'toHour is later than fromHour' }

export const addCaptureRule = post('/template/alsCaptureRule/add', {
  name: 'mediaConfig.addCaptureRule',
  summary: 'Adds a rule, at most eight.',
  origin: 'stated',
  access: manageTemplates,
  body: ruleFields.extend({ enabled: ruleFields.shape.enabled.default(true) }).refine(inOrder, order),
  data: z.object({ id: z.number().int() }),
})

export const updateCaptureRule = post('/template/alsCaptureRule/update', {
  name: 'mediaConfig.updateCaptureRule',
  summary: 'Changes a rule from now on; the pictures that it took before stay.',
  origin: 'stated',
  access: manageTemplates,
  body: CaptureRule.refine(inOrder, order),
  data: nothing,
})

export const deleteCaptureRule = post('/template/alsCaptureRule/delete', {
  name: 'mediaConfig.deleteCaptureRule',
  summary: 'Removes a rule; the pictures that it took stay.',
  origin: 'stated',
  access: manageTemplates,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const MEDIA_CONFIG_CALLS = [
  mediaServerConfig,
  updateMediaServerConfig,
  listCaptureRules,
  addCaptureRule,
  updateCaptureRule,
  deleteCaptureRule,
]
