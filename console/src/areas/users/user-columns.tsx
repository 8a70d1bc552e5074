import { LockOutlined } from '@ant-design/icons'
import { USER_TYPES } from '@backlot/contract/users/constants'
import type { User } from '@backlot/contract/users/entities'
import { coordinateText } from '../../features/map/coordinate-text.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { placeOf } from './place-field.tsx'
import { userTypeText } from './user-form.tsx'

const NOTHING = '–'

/** Columns of the accounts. */
export function userColumns(
  t: Translate<'users'>,
  shell: Translate<'shell'>,
  ownId: number | undefined,
): Column<User>[] {
  return [
    {
      key: 'loginName',
      title: t('user.loginName'),
      width: 125,
      sortable: true,
      fixed: true,
      render: (user) => (
        <>
          {user.loginName} {user.userId === ownId && <em className="user-own">{t('user.own')}</em>}
        </>
      ),
    },
    { key: 'name', title: t('user.name'), width: 140, sortable: true },
    { key: 'roleName', title: t('user.role'), width: 144, sortable: true },
    {
      key: 'nodeName',
      title: t('user.node'),
      width: 128,
      sortable: true,
      render: (user) => (user.nodeId === 0 ? t('user.allGroups') : user.nodeName || NOTHING),
    },
    {
      key: 'state',
      title: t('user.state'),
      width: 112,
      render: (user) => <UserState user={user} t={t} hint={shell('signedIn')} />,
    },
    {
      key: 'type',
      title: t('user.type'),
      width: 120,
      hiddenAtFirst: true,
      render: ({ type }) => userTypeText(t, type),
    },
    {
      key: 'processAgain',
      title: t('user.processAgain'),
      width: 150,
      hiddenAtFirst: true,
      render: ({ type, firstProcess }) =>
        type === USER_TYPES.administrator || firstProcess !== 1 ? t('yes') : NOTHING,
    },
    {
      key: 'point',
      title: t('user.place'),
      width: 190,
      hiddenAtFirst: true,
      render: ({ point }) => {
        const place = placeOf(point)
        return place ? coordinateText(place.longitude, place.latitude) : NOTHING
      },
    },
    {
      key: 'sessions',
      title: t('user.sessions'),
      width: 90,
      align: 'right',
      hiddenAtFirst: true,
      render: (user) => <span title={shell('signedIn')}>{user.sessions || NOTHING}</span>,
      cell: (user) => user.sessions || NOTHING,
    },
    {
      key: 'singleLogin',
      title: t('user.singleLogin'),
      width: 104,
      render: (user) => (user.singleLogin ? t('yes') : NOTHING),
    },
    { key: 'creatorName', title: t('user.creator'), width: 92, sortable: true },
    {
      key: 'subAccounts',
      title: t('user.subAccounts'),
      width: 110,
      align: 'right',
      hiddenAtFirst: true,
      render: (user) => user.subAccounts || NOTHING,
    },
    { key: 'email', title: t('user.email'), width: 190, hiddenAtFirst: true },
    { key: 'phoneNumber', title: t('user.phone'), width: 140, hiddenAtFirst: true },
  ]
}

/** Locked accounts carry a lock, those that are signed in a filled dot, the rest a ring. */
function UserState({ user, t, hint }: { user: User; t: Translate<'users'>; hint: string }) {
  if (user.locked) {
    return (
      <span className="user-state locked">
        <LockOutlined aria-hidden="true" />
        {t('user.locked')}
      </span>
    )
  }
  return (
    <span className={user.sessions > 0 ? 'user-state online' : 'user-state'} title={hint}>
      <i aria-hidden="true" />
      {user.sessions > 0 ? t('user.online') : t('user.offline')}
    </span>
  )
}
