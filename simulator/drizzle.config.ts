import { defineConfig } from 'drizzle-kit'

/** Migrations are written by `npx drizzle-kit generate` (in simulator/) from the tables of the store and the areas. */
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/store/tables.ts', './src/areas/**/*tables.ts'],
  out: './migrations',
})
