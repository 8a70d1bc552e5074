import { addWorkspace, type Workspace, type WorkspaceRole } from '@backlot/contract/workspaces/calls'
import { WORKSPACES_MAX } from '@backlot/contract/workspaces/constants'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import type { WorkspaceContent } from '../../features/workspaces/workspace-address.ts'
import { changeWorkspace, saveWorkspace, startWith } from '../../features/workspaces/workspace-store.ts'
import type { Translate } from '../../language/language.ts'

/** In place of a role: nobody else. */
const NOBODY = 0

type Values = { name: string; roleId: number; isStart: boolean }

type Options = {
  /** The one that is changed; undefined: a new one. */
  workspace: Workspace | undefined
  /** Content of a new one. */
  content: WorkspaceContent
  list: readonly Workspace[]
  roles: readonly WorkspaceRole[]
  isInBrowser: boolean
  /** Called with the id of a new one. */
  onAdded: (id: number) => void
}

/** Name, sharing and start of a workspace. */
export function workspaceForm(t: Translate<'shell'>, options: Options): FormDescription {
  const { workspace, content, list, roles, isInBrowser, onAdded } = options
  const name: FormField<Values> = {
    kind: 'text',
    name: 'name',
    label: t('workspace.name'),
    missing: t('workspace.nameMissing'),
    // The platform refuses by itself.
    check: (values) => {
      if (!isInBrowser) return undefined
      if (!workspace && list.length >= WORKSPACES_MAX) return t('workspace.full', { most: WORKSPACES_MAX })
      const wanted = values.name.trim().toLowerCase()
      const isTaken = list.some((one) => one.id !== workspace?.id && one.name.toLowerCase() === wanted)
      return isTaken ? t('workspace.nameTaken') : undefined
    },
  }
  // Of somebody else's, a role that one may not choose oneself.
  const known = roles.some(({ roleId }) => roleId === workspace?.roleId)
  const shared = workspace?.roleId && !known ? [{ roleId: workspace.roleId, name: workspace.roleName }] : []
  const share: FormField<Values> = {
    kind: 'select',
    name: 'roleId',
    label: t('workspace.share'),
    help: t('workspace.shareHint'),
    options: [
      { value: NOBODY, label: t('workspace.nobody') },
      ...[...shared, ...roles].map((role) => ({
        value: role.roleId,
        label: t('workspace.role', { role: role.name }),
      })),
    ],
  }
  const start: FormField<Values> = {
    kind: 'switch',
    name: 'isStart',
    label: t('workspace.start'),
  }
  return describeForm<Values>({
    title: t(workspace ? 'workspace.edit' : 'workspace.save'),
    okText: t('workspace.saveIt'),
    editing: workspace !== undefined,
    fields: isInBrowser ? [name, start] : [name, share, start],
    initial: {
      name: workspace?.name ?? '',
      roleId: workspace?.roleId ?? NOBODY,
      isStart: workspace?.isStart ?? false,
    },
    schema: addWorkspace.body,
    toBody: (values) => ({
      ...(workspace ? { path: workspace.path, query: workspace.query } : content),
      name: values.name,
      roleId: values.roleId === NOBODY ? null : values.roleId,
    }),
    async save(values) {
      const entered = {
        name: values.name.trim(),
        roleId: values.roleId === NOBODY ? null : values.roleId,
      }
      if (workspace) {
        const isRenamed = entered.name !== workspace.name || entered.roleId !== workspace.roleId
        if (isRenamed) await changeWorkspace(workspace, entered)
        if (values.isStart !== workspace.isStart) await startWith(values.isStart ? workspace.id : null)
      } else {
        const id = await saveWorkspace({ ...content, ...entered })
        onAdded(id)
        if (values.isStart) await startWith(id)
      }
      return t('workspace.saved', { name: entered.name })
    },
  })
}
