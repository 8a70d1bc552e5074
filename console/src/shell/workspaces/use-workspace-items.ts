import type { Workspace } from '@backlot/contract/workspaces/calls'
import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router-dom'
import { workspaceAddress } from '../../features/workspaces/workspace-address.ts'
import { useText } from '../../language/language.ts'
import { useWorkspace } from './use-workspace.ts'
import { askRemove, copyLink, showWorkspaceForm, toggleStart, updateContent } from './workspace-actions.ts'

/** What can be done with a workspace, as entries of a menu; for the open one also with the screen as it is now. */
export function useWorkspaceItems(): (one: Workspace) => NonNullable<MenuProps['items']> {
  const t = useText('shell')
  const navigate = useNavigate()
  const { content, open, differs } = useWorkspace()
  const go = (address: string) => void navigate(address)
  return (one) => {
    const { mayChange, isStart, ownerName } = one
    const isOpen = one.id === open?.id
    return [
      ...(isOpen && differs
        ? [
            ...(mayChange
              ? [
                  {
                    key: 'update',
                    label: t('workspace.update', { name: one.name }),
                    onClick: () => updateContent(t, one, content),
                  },
                ]
              : []),
            { key: 'revert', label: t('workspace.revert'), onClick: () => go(workspaceAddress(one)) },
          ]
        : []),
      ...(mayChange
        ? [
            {
              key: 'edit',
              label: t('workspace.editIt'),
              onClick: () => showWorkspaceForm({ workspace: one }),
            },
          ]
        : [{ key: 'owner', label: t('workspace.ofOther', { name: ownerName }), disabled: true }]),
      {
        key: 'start',
        label: t(isStart ? 'workspace.noStart' : 'workspace.start'),
        onClick: () => toggleStart(t, one),
      },
      { key: 'link', label: t('workspace.copyLink'), onClick: () => void copyLink(t, one) },
      ...(mayChange
        ? [
            {
              key: 'remove',
              danger: true,
              label: t('workspace.remove'),
              onClick: () =>
                askRemove(t, one, () => {
                  if (isOpen) go(`${one.path}?${new URLSearchParams(content.query)}`)
                }),
            },
          ]
        : []),
    ]
  }
}
