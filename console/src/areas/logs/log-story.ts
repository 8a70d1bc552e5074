import type { UserLogRow } from '@backlot/contract/logs/entities'
import { factsOf, factsText } from './log-facts.ts'
import { type LogWords, textIn } from './log-words.ts'

/** Where the person and the target stand in a sentence: private characters that no name has. */
export const WHO = '\uE000'
export const TARGET = '\uE001'
const SIGNS = /[\uE000\uE001]/g

type Row = Pick<
  UserLogRow,
  'action' | 'loginName' | 'userName' | 'target' | 'targetName' | 'detail' | 'result'
>
type Fields = Readonly<Record<string, unknown>>

/** Values that sentences of some actions are made of: where one is missing, the plain sentence is taken. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'deviceAdmin.move': ['groupId'],
  'deviceAdmin.moveGroup': ['parentId'],
  'deviceAdmin.renameGroup': ['was', 'name'],
  'deviceAdmin.addChannel': ['name'],
  'deviceAdmin.renameChannel': ['was', 'name'],
  'deviceAdmin.deleteChannel': ['name'],
  'deviceConfig.set': ['setting'],
  'deviceConfig.setRemoteUpgrade': ['version'],
  'alarms.process': ['type'],
  'alarms.changeType': ['from', 'to'],
  'workOrders.assign': ['assignee'],
  'senseControllers.addChannel': ['name'],
  'senseControllers.updateChannel': ['name'],
  'senseControllers.deleteChannel': ['name'],
}
/** Names that a sentence has told: they do not follow it once more. */
const TOLD = new Set(['name', 'groupId', 'parentId'])

/** Who and target of an entry by name; empty where there is none. */
export const whoOf = ({ userName, loginName }: Pick<Row, 'userName' | 'loginName'>, { story }: LogWords) =>
  userName || loginName || story('nobody')
export const targetOf = ({ targetName, target }: Pick<Row, 'targetName' | 'target'>) => targetName || target

/** An entry of the user log as a sentence, with WHO and TARGET in place of the two. */
export function storyOf(row: Row, words: LogWords): string {
  if (row.result !== 0) return refusedStory(row, words)
  const { before, after } = changeOf(row.detail)
  const values = valuesOf(row, words)
  const key = keyOf(row, words, values)
  const told = words.story(key as 'plain', { ...values, who: WHO, target: TARGET })
  const isRename = key === 'any.rename'
  const left = Object.entries(after).filter(
    ([name]) => !(TOLD.has(name) && (isRename || values[name] !== undefined) && key in NEEDED_KEYS),
  )
  const changes = isRename
    ? ''
    : factsText(
        factsOf(
          row.action,
          left.length === 0 ? {} : { before, after: Object.fromEntries(left) },
          words,
        ).concat(factsOf(row.action, orderChanges(row), words)),
        words,
      )
  const { content } = row.detail
  const more = changes || (typeof content === 'string' ? clean(content) : '')
  return more === '' ? told : words.story('with', { story: told, more })
}

/** Keys of sentences that tell changed fields. */
const NEEDED_KEYS = Object.fromEntries(Object.keys(NEEDED).map((name) => [`of.${name}`, true]))

/** The same as text alone. */
export const storyText = (row: Row, words: LogWords): string =>
  storyOf(row, words).replaceAll(WHO, whoOf(row, words)).replaceAll(TARGET, targetOf(row))

function refusedStory(row: Row, words: LogWords): string {
  const { refused } = row.detail
  const target = targetOf(row)
  const key = row.action === 'session.login' ? 'signInFailed' : target === '' ? 'refused' : 'refusedTarget'
  const told = words.story(key, { ...plainValues(row, words), who: WHO, target: TARGET })
  return typeof refused === 'string' && refused !== ''
    ? words.story('with', { story: told, more: clean(refused) })
    : told
}

/** The sentence of an action: its own, else that of what is done in many areas, else one that names it. */
function keyOf(row: Row, words: LogWords, values: Readonly<Record<string, string | undefined>>): string {
  const [area = '', verb = ''] = row.action.split('.')
  const own = pagesVerb(row) ?? (values['setting'] === undefined ? verb : 'set')
  const isThere = (name: string) => (values[name] ?? '') !== ''
  const template = textIn(words.story, `of.${area}.${own}`)
  if (template !== undefined)
    return (NEEDED[`${area}.${own}`] ?? []).every(isThere) && (targetOf(row) !== '' || !hasTarget(template))
      ? `of.${area}.${own}`
      : 'plain'
  if (textIn(words.story, `kind.${area}`) === undefined || targetOf(row) === '') return 'plain'
  const { after } = changeOf(row.detail)
  if (verb === 'update' && Object.keys(after).join() === 'name' && isThere('was')) return 'any.rename'
  return textIn(words.story, `any.${verb}`) === undefined ? 'plain' : `any.${verb}`
}

/** A sentence names its target: without one it would have a gap. */
const hasTarget = (template: string) => /“/.test(template)

/** Pages that a role got or lost, when nothing else of it was changed. */
function pagesVerb({ action, detail }: Row): string | undefined {
  if (action !== 'roles.update') return undefined
  const has = (name: string) => Array.isArray(detail[name]) && (detail[name] as unknown[]).length > 0
  if (has('granted')) return has('withdrawn') ? 'exchanged' : 'granted'
  return has('withdrawn') ? 'withdrawn' : undefined
}

/** Every fact of the entry by its name, and what the words need besides. */
function valuesOf(row: Row, words: LogWords): Record<string, string> {
  const { action, detail } = row
  const { before, after } = changeOf(detail)
  const { before: _before, after: _after, changes, ...rest } = detail
  const facts = factsOf(action, { ...rest, ...after }, words)
  const [was] = 'name' in before ? factsOf(action, { name: before['name'] }, words) : []
  const assigned = (Array.isArray(changes) ? (changes as Fields[]) : []).find(
    ({ field }) => field === 'assignee',
  )
  const setting = /^deviceConfig\.set(.)(.*)$/.exec(action)
  const section = setting && textIn(words.t, `setting.${setting[1]!.toLowerCase()}${setting[2]}`)
  return {
    ...Object.fromEntries(facts.map(({ name, value }) => [name, clean(value)])),
    ...plainValues(row, words),
    ...(was && { was: clean(was.value) }),
    ...(assigned && { assignee: clean(String(assigned['to'])) }),
    ...(section && { setting: section }),
  }
}

function plainValues({ action }: Row, { logs, story }: LogWords): Record<string, string> {
  const [area = '', verb = ''] = action.split('.')
  return {
    module: textIn(logs, `area.${area}`) ?? area,
    action: textIn(logs, `verb.${verb}`) ?? verb,
    kind: textIn(story, `kind.${area}`) ?? '',
  }
}

function changeOf(detail: Fields): { before: Fields; after: Fields } {
  const { before, after } = detail
  const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
  return isFields(before) && isFields(after) ? { before, after } : { before: {}, after: {} }
}

/** Fields of a work order that were changed, but for the assignee, who is in the sentence. */
function orderChanges({ detail: { changes } }: Row): Fields {
  if (!Array.isArray(changes)) return {}
  return { changes: (changes as Fields[]).filter(({ field }) => field !== 'assignee') }
}

const clean = (text: string) => text.replaceAll(SIGNS, '')
