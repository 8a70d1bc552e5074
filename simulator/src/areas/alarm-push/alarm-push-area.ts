import {
  addPushRule,
  deletePushRule,
  listPushRules,
  rotatePushSecret,
  updatePushRule,
} from '@backlot/contract/alarm-push/calls'
import { PUSH_RULES_MAX } from '@backlot/contract/alarm-push/constants'
import type { PushRule, PushRuleFields } from '@backlot/contract/alarm-push/entities'
import type { Logger } from 'pino'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { administersAll } from '../../calls/scope-key.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { createAllowList } from './allow-list.ts'
import { faultText } from './fault-text.ts'
import { judgeRuleUrl } from './judge-rule-url.ts'
import { createLogRoutes } from './log-routes.ts'
import type { AlarmNotice, PushNetPort, PushScopePort } from './ports.ts'
import { createPushFeed } from './push-feed.ts'
import { lastTried, waitingOf } from './push-log.ts'
import type { StoredRule } from './push-rule.ts'
import { createPushSender } from './push-sender.ts'
import type { RuleRepository } from './rule-repository.ts'
import { newSecret } from './sign.ts'

const HINT_LENGTH = 4

export type AlarmPushDeps = {
  store: Store
  log: Logger
  clock: PlatformClock
  hostClock: HostClock
  scope: PushScopePort
  repository: RuleRepository
  net: PushNetPort
  version: string
}

export type AlarmPushArea = {
  routes: Route[]
  notify: AlarmNotice
  close(): Promise<void>
}

/**
 * Rules that push alarms to other systems. A rule belongs to its owner (administrators may change it, too); it pushes
 * alarms that its owner may see, while the owner may push.
 */
export function createAlarmPushArea(deps: AlarmPushDeps): AlarmPushArea {
  const { store, log, clock, hostClock, scope, repository, net } = deps
  const allow = createAllowList(net.allowed, { ports: net.ownPorts, addresses: net.ownAddresses })
  const sender = createPushSender({
    store,
    log,
    version: deps.version,
    post: { allow, resolve: net.resolve, clock: hostClock },
    ruleOf: (ruleId) => repository.rule(ruleId),
    mayPush: (ownerId) => scope.mayPush(ownerId),
  })
  const feed = createPushFeed({ store, log, repository, sender, platformClock: clock, hostClock })
  const actor = (context: HandlerContext) => actorOf(context, Math.floor(clock.now()))

  const isSeen = ({ ownerId }: { ownerId: number }, { caller }: HandlerContext) =>
    administersAll(caller) || ownerId === caller.userId
  const ruleFor = (id: number, context: HandlerContext): StoredRule => {
    const rule = repository.rule(id)
    if (rule && isSeen(rule, context)) return rule
    throw refusal('notFound', 'pushRuleNotFound', {}, 'id')
  }
  const viewOf = (rule: StoredRule, language: Language): PushRule => {
    const last = lastTried(store.read, rule.id)
    return {
      ...rule.fields,
      id: rule.id,
      version: rule.version,
      ownerId: rule.ownerId,
      ownerName: scope.ownerName(rule.ownerId),
      groups: rule.fields.nodeIds.map((nodeId) => ({
        nodeId,
        name: scope.groupName(rule.ownerId, nodeId)?.[language] ?? null,
      })),
      devices: rule.fields.sns.map((sn) => ({
        sn,
        name: scope.deviceName(rule.ownerId, sn)?.[language] ?? null,
      })),
      secretHint: rule.secret.slice(-HINT_LENGTH),
      updateTime: Math.floor(rule.updatedMs / 1000),
      waiting: waitingOf(store.read, rule.id),
      last: last && {
        state: last.state,
        lastTime: last.lastMs === null ? null : Math.floor(last.lastMs / 1000),
        httpStatus: last.httpStatus,
        reason: faultText(last, language),
      },
    }
  }
  /**
   * Refuses an address that is not allowed, and devices and groups that the owner does not have. Things that the rule
   * named `before` and that are gone may stay: they can come back, and a change of something else must not require
   * looking for them.
   */
  const check = async (
    fields: PushRuleFields,
    ownerId: number,
    context: HandlerContext,
    before?: PushRuleFields,
  ) => {
    const language = languageOf(context.request.headers)
    const why = await judgeRuleUrl(fields.url, { allow, resolve: net.resolve })
    if (why) {
      const reason = faultText({ ...why, httpStatus: null }, language)
      throw refusal('invalid', 'pushUrlRefused', { reason }, 'url')
    }
    if (fields.nodeIds.some((id) => !before?.nodeIds.includes(id) && !scope.covers(ownerId, id))) {
      throw refusal('notFound', 'nodeNotFound', {}, 'nodeIds')
    }
    if (fields.sns.some((sn) => !before?.sns.includes(sn) && !scope.deviceName(ownerId, sn))) {
      throw refusal('notFound', 'deviceNotFound', {}, 'sns')
    }
  }
  const changing = async <T>(write: Promise<T>): Promise<T> => {
    const result = await write
    repository.reload()
    return result
  }

  const list = route(listPushRules, ({ query }, context) => {
    const language = languageOf(context.request.headers)
    repository.reload()
    const wanted = query.name?.trim().toLowerCase()
    const rows = repository
      .rules()
      .filter((rule) => isSeen(rule, context))
      .filter(({ fields }) => !wanted || `${fields.name}\n${fields.url}`.toLowerCase().includes(wanted))
    const { currentPage, pageSize } = query
    const from = (currentPage - 1) * pageSize
    return {
      list: rows.slice(from, from + pageSize).map((rule) => viewOf(rule, language)),
      total: rows.length,
      currentPage,
      pageSize,
      max: PUSH_RULES_MAX,
      allowed: [...allow.entries],
    }
  })

  const add = route(addPushRule, async ({ body }, context) => {
    await check(body, context.caller.userId, context)
    const secret = newSecret()
    const write = store.write('alarmPush.add', { fields: body, secret, actor: actor(context) })
    return { ...(await changing(write)), secret }
  })

  const update = route(updatePushRule, async ({ body }, context) => {
    const { id, version, ...fields } = body
    const { ownerId, fields: before } = ruleFor(id, context)
    await check(fields, ownerId, context, before)
    await changing(store.write('alarmPush.update', { id, version, fields, actor: actor(context) }))
    // It may lead elsewhere by now: waiting requests are tried there.
    await store.write('alarmPush.hurry', { ruleId: id, nowMs: hostClock.now() })
    sender.kick(id)
    return {}
  })

  const remove = route(deletePushRule, async ({ body }, context) => {
    ruleFor(body.id, context)
    await changing(store.write('alarmPush.remove', { ...body, actor: actor(context) }))
    return {}
  })

  const rotate = route(rotatePushSecret, async ({ body }, context) => {
    ruleFor(body.id, context)
    const secret = newSecret()
    await changing(store.write('alarmPush.setSecret', { ...body, secret, actor: actor(context) }))
    return { secret }
  })

  const logRoutes = createLogRoutes({ store, hostClock, sender, ruleFor, isSeen, actor })
  store
    .write('alarmPush.endTests', undefined)
    .catch((error: unknown) =>
      log.error({ err: error }, 'tests of push rules from before the start could not be closed'),
    )
  for (const { id } of repository.rules()) sender.kick(id)

  return {
    routes: [list, add, update, remove, rotate, ...logRoutes],
    notify: feed.tell,
    async close() {
      await sender.close()
      await feed.close()
    },
  }
}
