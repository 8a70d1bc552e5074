import type { ControlPerson } from '@backlot/contract/control-lists/entities'
import { Tag } from 'antd'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { platformAddress } from '../../platform/config.ts'

/** Columns of the persons. */
export function personColumns(t: Translate<'controlLists'>): Column<ControlPerson>[] {
  return [
    {
      key: 'face',
      title: t('face'),
      width: 72,
      render: ({ face, name }) => (
        <img
          className="control-face"
          src={platformAddress(face)}
          alt={t('faceOf', { name })}
          loading="lazy"
        />
      ),
      cell: ({ face }) => ({ href: platformAddress(face) }),
    },
    { key: 'name', title: t('name'), width: 120, sortable: true, fixed: true },
    {
      key: 'label',
      title: t('label'),
      width: 128,
      sortable: true,
      render: ({ label }) => <Tag>{label}</Tag>,
      cell: ({ label }) => label,
    },
    {
      key: 'identityCard',
      title: t('identityCard'),
      width: 178,
      render: ({ identityCard }) => <span className="control-number">{identityCard}</span>,
      cell: ({ identityCard }) => identityCard,
    },
    {
      key: 'sex',
      title: t('sex'),
      width: 76,
      render: ({ sex }) => t(sex === 1 ? 'male' : 'female'),
    },
    { key: 'birthday', title: t('birthday'), width: 112, sortable: true },
    { key: 'phoneNumber', title: t('phoneNumber'), width: 128 },
    { key: 'addr', title: t('addr'), hiddenAtFirst: true },
    {
      key: 'enabled',
      title: t('enabled'),
      width: 112,
      render: ({ enabled }) => (
        <span className="control-state" data-on={enabled}>
          {t(enabled ? 'lookedFor' : 'resting')}
        </span>
      ),
      cell: ({ enabled }) => t(enabled ? 'lookedFor' : 'resting'),
    },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 164,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
    { key: 'updateTime', title: t('updateTime'), width: 164, spare: true, sortable: true, time: true },
  ]
}
