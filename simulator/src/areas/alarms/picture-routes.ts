import { alarmPicture } from '@backlot/contract/alarms/calls'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { FileReply, route } from '../../calls/route.ts'
import type { StoredResource } from '../../history/reported-alarm.ts'
import { refusal } from '../../kernel/refusal.ts'
import { type AlarmRow, storedResources } from './alarm-row.ts'
import type { PicturesPort } from './ports.ts'

/** A picture or clip of an alarm that the world can show again. */
export type AlarmEvidence = Extract<StoredResource, { recipe: object }>

export type AlarmPictures = {
  routes: Route[]
  /** Evidence of an alarm; rejects with notFound when the caller may not see the alarm, or when the evidence is no recipe. */
  evidence(context: HandlerContext, id: number, index: number): Promise<AlarmEvidence>
}

/** Pictures and clips of alarms, drawn on request. */
export function createAlarmPictures(deps: {
  /** An alarm that a caller may see, by id. */
  seen(context: HandlerContext, id: number): Promise<AlarmRow | undefined>
  pictures: PicturesPort
}): AlarmPictures {
  const { pictures } = deps
  const evidence: AlarmPictures['evidence'] = async (context, id, index) => {
    const row = await deps.seen(context, id)
    const resource = row && storedResources(row)[index]
    if (resource && 'recipe' in resource) return resource
    throw refusal('notFound', 'pictureNotFound', {}, 'index')
  }
  const picture = route(alarmPicture, async ({ params, query: { width } }, context) => {
    const { type, recipe } = await evidence(context, Number(params['id']), Number(params['index']))
    const isClip = type === 2
    const size = isClip || width === undefined ? '' : `.${width}`
    const etag = `"${type}.${recipe.sn}.${recipe.chnId}.${Math.round(recipe.atMs)}${size}"`
    const headers = {
      'content-type': isClip ? 'video/mp4' : 'image/jpeg',
      'cache-control': 'private, no-cache',
      etag,
    }
    if (context.request.headers['if-none-match'] === etag) return new FileReply('', headers, 304)
    const bytes = isClip ? await pictures.clip(recipe) : await pictures.render({ ...recipe, width })
    if (bytes === 'noEncoder') throw refusal('unavailable', 'noEncoder')
    if (bytes === 'storageFull') throw refusal('storageFull', 'clipStorageFull')
    if (bytes === undefined || bytes === 'noCamera') throw refusal('notFound', 'pictureNotFound', {}, 'index')
    return new FileReply(bytes, headers)
  })
  return { routes: [picture], evidence }
}
