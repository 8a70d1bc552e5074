import { listUsers } from '@backlot/contract/users/calls'
import { Operator } from './operator.ts'

/** A dispatcher of the demo who sees some groups only. Throws where there is none. */
export async function partOperator(admin: Operator): Promise<Operator> {
  const { list } = await admin.call(listUsers, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  const user = list.find(({ roleName, nodeId }) => roleName === 'Dispatcher' && nodeId !== 0)
  if (!user) throw new Error('No dispatcher sees a part only')
  return Operator.signIn(admin.url, user.loginName)
}
