import type { Access } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { Polling } from './entities.ts'

const access: Access = { kind: 'routes', routes: ['/videoPoll', '/realTime/videoPoll'], anyOf: ['video'] }

export const getPolling = get('/video/poll/get', {
  name: 'polling.get',
  summary:
    'The own polling: channels in their order, interval, window. Channels that are out of sight are left out.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  query: emptyQuery,
  data: Polling,
})

export const updatePolling = post('/video/poll/update', {
  name: 'polling.update',
  summary: 'Saves the own polling.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  changes: 'own',
  body: Polling,
  data: nothing,
})

export const POLLING_CALLS = [getPolling, updatePolling]
