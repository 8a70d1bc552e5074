import { listUserShields, setUserShield } from '@backlot/contract/alarm-types/calls'
import { shieldList, updateShieldList } from '@backlot/contract/alarms/calls'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../shared/audit.ts'
import { toldName } from '../shared/seeded-names.ts'
import type { AccountsPort, TypeNoticesPort } from './ports.ts'
import type { TypeRepository } from './type-repository.ts'

/** Alarms that accounts do not see live: the caller's own list, and those of the accounts the caller administers. */
export function createShieldRoutes(deps: {
  store: Store
  repository: TypeRepository
  accounts: AccountsPort
  notices: TypeNoticesPort
  actor(context: HandlerContext): Actor
}): Route[] {
  const { store, accounts, actor } = deps
  const shieldOf = (userId: number): string =>
    (store.read.prepare('SELECT shield_list FROM alarm_shields WHERE user_id = ?').pluck().get(userId) as
      | string
      | undefined) ?? ''
  const write = async (
    userId: number,
    list: string,
    before: string | undefined,
    context: HandlerContext,
  ): Promise<void> => {
    const shield = {
      userId,
      shieldList: [...new Set(list.split(',').filter((item) => item !== ''))].join(','),
      before,
      actor: actor(context),
    }
    await store.write('alarmTypes.setShield', shield)
    deps.notices.shieldChanged(userId)
  }

  const own = route(shieldList, (_input, { caller }) => ({ shieldList: shieldOf(caller.userId) }))

  const setOwn = route(updateShieldList, async ({ body }, context) => {
    await write(context.caller.userId, body.shieldList, undefined, context)
    return {}
  })

  const users = route(listUserShields, ({ query }, { caller, request }) => {
    const language = languageOf(request.headers)
    const wanted = query.name?.trim().toLowerCase()
    const rows = accounts
      .administered(caller.userId)
      .filter(({ name, loginName }) => !wanted || `${name}\n${loginName}`.toLowerCase().includes(wanted))
    const { currentPage, pageSize } = query
    const from = (currentPage - 1) * pageSize
    return {
      list: rows.slice(from, from + pageSize).map(({ userId, loginName, name, roleName, refused }) => ({
        userId,
        loginName,
        name,
        roleName: toldName('role', roleName, language),
        shieldList: shieldOf(userId),
        refused,
      })),
      total: rows.length,
      currentPage,
      pageSize,
    }
  })

  const set = route(setUserShield, async ({ body }, context) => {
    const { userId, before } = body
    const account = accounts.administered(context.caller.userId).find((one) => one.userId === userId)
    if (!account) throw refusal('notFound', 'userNotFound', {}, 'userId')
    if (account.refused) throw refusal('notPermitted', 'accountTooStrong', {}, 'userId')
    await write(userId, body.shieldList, before, context)
    return {}
  })

  return [own, setOwn, users, set]
}
