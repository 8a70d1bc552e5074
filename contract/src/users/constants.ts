/**
 * Types of roles (assumed). `administrator` is built in: such a role cannot be made, deleted or retyped, and it keeps
 * the administration of users and roles. The others name the purpose of a role; only its permissions decide what it
 * allows.
 */
export const ROLE_TYPES = { administrator: 0, operator: 1, manager: 2, viewer: 3 } as const

/** Routes that the administrator role keeps: without them nobody could give rights any more. */
export const ADMINISTRATOR_MENUS = ['/systemManange/userManage', '/systemManange/rolesManage'] as const

/** Types of users. 0 may process an alarm again even when firstProcess is set (stated); 1 is everybody else (assumed). */
export const USER_TYPES = { administrator: 0, ordinary: 1 } as const
