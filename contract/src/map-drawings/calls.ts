import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { Drawing, NewDrawing } from './entities.ts'

export const listDrawings = get('/map/drawing/list', {
  name: 'mapDrawings.list',
  summary: "The caller's drawings on the map, oldest first.",
  origin: 'assumed',
  whenMissing: 'disable',
  access: ACCESS.useMap,
  query: emptyQuery,
  data: z.object({ list: z.array(Drawing) }),
})

export const addDrawing = post('/map/drawing/add', {
  name: 'mapDrawings.add',
  summary: 'Saves a drawing; as a geofence it raises alarms from now on.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'own',
  access: ACCESS.useMap,
  idempotencyKey: true,
  body: NewDrawing,
  data: z.object({ id: z.number().int() }),
})

export const updateDrawing = post('/map/drawing/update', {
  name: 'mapDrawings.update',
  summary: 'Changes a drawing of the caller: name, shape, style, geofence. Omitted fields stay unchanged.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'own',
  access: ACCESS.useMap,
  body: Drawing.pick({ id: true }).extend(
    Drawing.pick({ points: true, radius: true, style: true, fence: true })
      .extend({ name: NewDrawing.shape.name })
      .partial().shape,
  ),
  data: nothing,
})

export const deleteDrawing = post('/map/drawing/delete', {
  name: 'mapDrawings.delete',
  summary: 'Removes a drawing of the caller.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'own',
  access: ACCESS.useMap,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const MAP_DRAWING_CALLS = [listDrawings, addDrawing, updateDrawing, deleteDrawing]
