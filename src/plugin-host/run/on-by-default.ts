/** The switches of the plugins that may be on by default, in place of their manifests, which load with the host. */
const switches = import.meta.glob<boolean>('../../../plugins/*/on-by-default.ts', {
  import: 'default',
  eager: true,
})

/** Ids of the plugins that are on until the user switches them off. */
export const pluginsOnByDefault: readonly string[] = Object.entries(switches).flatMap(([path, isOn]) =>
  isOn ? (path.split('/').at(-2) ?? []) : [],
)
