import { deletePushRule, rotatePushSecret, testPushRule } from '@backlot/contract/alarm-push/calls'
import type { PushRule } from '@backlot/contract/alarm-push/entities'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import type { NewSecret } from './new-secret.ts'

/** Actions on a rule besides editing it. */
export function ruleActions(deps: {
  t: Translate<'alarmPush'>
  onSecret: (secret: NewSecret) => void
  onShowLog: (rule: PushRule) => void
  onTest: (rule: PushRule) => Promise<void>
}): TableAction<PushRule>[] {
  const { t } = deps
  return [
    {
      key: 'test',
      label: t('test'),
      call: testPushRule,
      run: deps.onTest,
    },
    { key: 'log', label: t('showLog'), run: deps.onShowLog },
    {
      key: 'secret',
      label: t('newSecret'),
      call: rotatePushSecret,
      confirm: ({ name }) => ({
        title: t('newSecretAsk', { name }),
        content: t('newSecretHint'),
        okText: t('newSecret'),
      }),
      async run({ id, version, name }) {
        const { secret } = await request(rotatePushSecret, { body: { id, version } })
        deps.onSecret({ name, secret })
        return t('saved', { name })
      },
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deletePushRule,
      confirm: ({ name }) => ({
        title: t('deleteAsk', { name }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      async run({ id, version, name }) {
        await request(deletePushRule, { body: { id, version } })
        return t('deleted', { name })
      },
    },
  ]
}
