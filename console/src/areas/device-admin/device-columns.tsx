import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { protocolTitle } from '@backlot/contract/devices/constants'
import { Tag } from 'antd'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { abilityNames } from './ability-field.tsx'
import { placeText } from './place-field.tsx'

const NOTHING = '–'

const placeOf = ({ longitude, latitude }: ManagedDevice) =>
  longitude === undefined || latitude === undefined ? undefined : { longitude, latitude }

/** Columns of the devices. */
export function deviceColumns(t: Translate<'deviceAdmin'>): Column<ManagedDevice>[] {
  return [
    { key: 'name', title: t('name'), width: 200, sortable: true, fixed: true },
    {
      key: 'sn',
      title: t('sn'),
      width: 186,
      whole: true,
      sortable: true,
      render: ({ sn }) => <span className="device-sn">{sn}</span>,
      cell: ({ sn }) => sn,
    },
    {
      key: 'status',
      title: t('status'),
      width: 92,
      render: ({ onlineStatus }) => (
        <span className="device-state" data-on={onlineStatus === 1}>
          {t(onlineStatus === 1 ? 'online' : 'offline')}
        </span>
      ),
      cell: ({ onlineStatus }) => t(onlineStatus === 1 ? 'online' : 'offline'),
    },
    { key: 'typeName', title: t('type'), width: 124, sortable: true },
    { key: 'groupName', title: t('group'), width: 128, spare: true, sortable: true },
    {
      key: 'abilities',
      title: t('abilities'),
      width: 168,
      spare: true,
      render: ({ ability }) => abilityNames(t, ability).map((name) => <Tag key={name}>{name}</Tag>),
      cell: ({ ability }) => abilityNames(t, ability).join(', '),
    },
    {
      key: 'channels',
      title: t('channels'),
      width: 86,
      spare: true,
      align: 'right',
      render: ({ channelNum }) => channelNum,
    },
    {
      key: 'place',
      title: t('place'),
      width: 150,
      hiddenAtFirst: true,
      render: (device) => {
        const place = placeOf(device)
        return place ? placeText(place) : NOTHING
      },
    },
    {
      key: 'protocol',
      title: t('protocol'),
      width: 110,
      hiddenAtFirst: true,
      render: ({ protocolType }) => protocolTitle(protocolType),
    },
    { key: 'address', title: t('address'), width: 180, hiddenAtFirst: true },
    { key: 'installer', title: t('installer'), width: 120, hiddenAtFirst: true },
    {
      key: 'installTime',
      title: t('installTime'),
      width: 164,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
    {
      key: 'origin',
      title: t('origin'),
      width: 132,
      hiddenAtFirst: true,
      render: ({ origin }) => t(`origins.${origin}`),
    },
  ]
}
