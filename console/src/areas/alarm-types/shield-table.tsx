import { listUserShields, setUserShield } from '@backlot/contract/alarm-types/calls'
import type { UserShield } from '@backlot/contract/alarm-types/entities'
import { Tag } from 'antd'
import { type AlarmTypes, useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { ShieldChoice } from '../../features/alarms/shield-choice.tsx'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

const TAGS_SHOWN = 6

/** Alarms that each account does not want to see live. */
export function ShieldTable() {
  const t = useText('alarmTypes')
  const types = useAlarmTypes()
  const description = listTable(listUserShields, {
    name: 'alarmTypes.shields',
    title: t('part.shields'),
    columns: [
      {
        key: 'loginName',
        title: t('account'),
        width: 130,
        fixed: true,
        render: ({ loginName }) => loginName,
      },
      { key: 'name', title: t('accountName'), width: 150, render: ({ name }) => name },
      { key: 'role', title: t('role'), width: 150, render: ({ roleName }) => roleName },
      {
        key: 'shield',
        title: t('shielded'),
        width: 500,
        render: ({ shieldList }) => <ShieldTags t={t} names={namesIn(shieldList, types)} />,
        full: ({ shieldList }) => namesIn(shieldList, types).join(', ') || t('shieldedNone'),
        cell: ({ shieldList }) => namesIn(shieldList, types).join(', '),
      },
    ],
    rowKey: ({ userId }) => String(userId),
    filters: [{ kind: 'text', key: 'name', label: t('account'), placeholder: t('accountName') }],
    rowActions: [
      {
        key: 'edit',
        label: t('edit'),
        call: setUserShield,
        disabledReason: ({ refused }) => (refused === null ? undefined : t('accountTooStrong')),
        form: (row) => shieldForm(t, row),
      },
    ],
    export: { fileName: t('part.shields') },
  })
  return <TableScreen description={description} />
}

function ShieldTags({ t, names }: { t: Translate<'alarmTypes'>; names: readonly string[] }) {
  if (names.length === 0)
    return (
      <span className="shield-tags">
        <em>{t('shieldedNone')}</em>
      </span>
    )
  const more = names.length - TAGS_SHOWN
  return (
    <span className="shield-tags" title={names.join(', ')}>
      {names.slice(0, TAGS_SHOWN).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {more > 0 && <em>{t('shieldMore', { count: more })}</em>}
    </span>
  )
}

/** Names of the types in a shield list. */
function namesIn(shieldList: string, types: AlarmTypes): string[] {
  return shieldList
    .split(',')
    .filter((key) => key !== '')
    .map((key) => {
      const top = types.tops.find(({ type }) => key === type || key.startsWith(`${type}-`))
      return top ? types.nameOf(top.type, key.slice(top.type.length + 1)) : key
    })
}

export function shieldForm(t: Translate<'alarmTypes'>, row: UserShield): FormDescription {
  const { userId, name, shieldList } = row
  const toBody = (entry: { shieldList: string }) => ({ ...entry, userId, before: shieldList })
  return describeForm<{ shieldList: string }>({
    title: t('shieldOf', { name }),
    okText: t('save'),
    width: 520,
    fields: [{ kind: 'custom', name: 'shieldList', label: t('shielded'), control: <ShieldChoice /> }],
    initial: { shieldList },
    editing: true,
    schema: setUserShield.body,
    toBody,
    async save(entry) {
      await request(setUserShield, { body: setUserShield.body.parse(toBody(entry)) })
      return t('shieldSaved')
    },
  })
}
