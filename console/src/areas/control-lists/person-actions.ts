import { deleteControlPersons, updateControlPerson } from '@backlot/contract/control-lists/calls'
import type { ControlPerson } from '@backlot/contract/control-lists/entities'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { editPersonForm } from './person-form.tsx'

async function setEnabled(person: ControlPerson, enabled: boolean): Promise<void> {
  const { createTime: _createTime, updateTime: _updateTime, ...known } = person
  await request(updateControlPerson, { body: { ...known, enabled } })
}

/** Actions on one person. */
export function personActions(
  t: Translate<'controlLists'>,
  labels: readonly string[],
): TableAction<ControlPerson>[] {
  return [
    {
      key: 'edit',
      label: t('edit'),
      call: updateControlPerson,
      form: (person) => editPersonForm(t, labels, person),
    },
    {
      key: 'rest',
      label: t('rest'),
      call: updateControlPerson,
      shownFor: ({ enabled }) => enabled,
      async run(person) {
        await setEnabled(person, false)
        return t('restsNow', { name: person.name })
      },
    },
    {
      key: 'lookFor',
      label: t('lookFor'),
      call: updateControlPerson,
      shownFor: ({ enabled }) => !enabled,
      async run(person) {
        await setEnabled(person, true)
        return t('lookedForNow', { name: person.name })
      },
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteControlPersons,
      confirm: ({ name }) => ({
        title: t('deleteAsk', { name }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      async run({ id }) {
        await request(deleteControlPersons, { body: { ids: [id] } })
        return t('deleted', { count: 1 })
      },
    },
  ]
}

/** Takes the chosen persons off, all or none. */
export function removePersons(t: Translate<'controlLists'>): TableAction<readonly ControlPerson[]> {
  return {
    key: 'delete',
    label: t('deleteChosen'),
    danger: true,
    call: deleteControlPersons,
    disabledReason: (rows) => (rows.length === 0 ? t('chooseFirst') : undefined),
    confirm: (rows) => ({
      title: t('deleteManyAsk', { count: rows.length }),
      content: t('deleteHint'),
      okText: t('delete'),
    }),
    async run(rows) {
      await request(deleteControlPersons, { body: { ids: rows.map(({ id }) => id) } })
      return t('deleted', { count: rows.length })
    },
  }
}
