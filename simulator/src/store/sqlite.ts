/** The database module, for those who only ask whether it can be loaded. */
export { default } from 'better-sqlite3'
