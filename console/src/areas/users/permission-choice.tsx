import { Button, Tree } from 'antd'
import { type TextKey, useText } from '../../language/language.ts'
import { hasAnyOf, isUnbounded } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { GRANTABLE, PERMISSION_TREE, type PermissionNode, tickState, togglePath } from './permission-tree.ts'
import './permission-choice.css'

const HEIGHT_PX = 340

/**
 * The pages of the console as a tree of checkboxes. Permissions that the operator does not have cannot be granted, and
 * those in `kept` cannot be revoked.
 */
export function PermissionChoice(props: {
  id?: string
  value?: readonly string[]
  onChange?: (granted: readonly string[]) => void
  kept?: readonly string[]
}) {
  const { id, value = [], onChange } = props
  const t = useText('users')
  const shell = useText('shell')
  const mayGive = useMayGrant()
  const isKept = (path: string) => props.kept?.includes(path) === true && value.includes(path)
  const mayGrant = (path: string) => mayGive(path) && !isKept(path)
  const reason = (path: string) => {
    if (isKept(path)) return t('role.keptPage')
    return mayGive(path) ? undefined : t('role.mayNotGrant')
  }
  const systemFunction = useSession((session) => session.systemFunction)
  const granted = new Set(value)
  const inState = (state: 'some' | 'all') => GRANTABLE.filter((path) => tickState(path, granted) === state)
  const kept = value.filter((path) => !GRANTABLE.includes(path) || !mayGrant(path))

  const dataOf = ({ route, children }: PermissionNode): object => ({
    key: route.path,
    disableCheckbox: !mayGrant(route.path),
    title: (
      <span className="permission-row" title={reason(route.path)}>
        <span>{shell(`menu.${route.label}` as TextKey<'shell'>)}</span>
        {!hasAnyOf(route.anyOf, systemFunction) && <em>{t('role.notLicensed')}</em>}
      </span>
    ),
    children: children.map(dataOf),
  })

  return (
    <div className="permission-choice" id={id}>
      <div className="permission-bar">
        <span>
          {t('role.chosen', {
            count: GRANTABLE.filter((path) => granted.has(path)).length,
            total: GRANTABLE.length,
          })}
        </span>
        <Button
          type="link"
          size="small"
          onClick={() => onChange?.([...new Set([...kept, ...GRANTABLE.filter(mayGrant)])])}
        >
          {t('role.all')}
        </Button>
        <Button type="link" size="small" onClick={() => onChange?.(kept)}>
          {t('role.none')}
        </Button>
      </div>
      <Tree
        checkable
        checkStrictly
        selectable={false}
        defaultExpandAll
        blockNode
        height={HEIGHT_PX}
        aria-label={t('role.permission')}
        treeData={PERMISSION_TREE.map(dataOf) as []}
        checkedKeys={{ checked: inState('all'), halfChecked: inState('some') }}
        onCheck={(_keys, { node }) =>
          onChange?.(togglePath(String((node as { key: unknown }).key), value, mayGrant))
        }
      />
    </div>
  )
}

/**
 * Whether the operator may grant a path to a role: permissions of the operator's own account. Type 0 without a group
 * may grant everything.
 */
function useMayGrant(): (path: string) => boolean {
  const isSuper = useSession((session) => session.userInfo?.type === 0 && isUnbounded(session.userInfo))
  const permission = useSession((session) => session.permission)
  return (path) => isSuper || permission.has(path)
}
