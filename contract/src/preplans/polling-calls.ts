import type { Access } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { Polling } from './entities.ts'

const access: Access = { kind: 'routes', routes: ['/videoPoll', '/realTime/videoPoll'], anyOf: ['video'] }

export const getPolling = get('/video/poll/get', {
  name: 'polling.get',
  summary:
    "The caller's video polling: channels in order, interval, window. Channels that the caller may not see are omitted.",
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  query: emptyQuery,
  data: Polling,
})

export const updatePolling = post('/video/poll/update', {
  name: 'polling.update',
  summary: "Saves the caller's video polling.",
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  changes: 'own',
  body: Polling,
  data: nothing,
})

export const POLLING_CALLS = [getPolling, updatePolling]
