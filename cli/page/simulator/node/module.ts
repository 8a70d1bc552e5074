/** Files of packages lie beside those of the program. */
export const createRequire = () => ({ resolve: (name: string) => `/app/node_modules/${name}` })
export default { createRequire }
