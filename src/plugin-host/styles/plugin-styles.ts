/** The style sheets of a plugin's manifest as the reader applies them. */
import { createStore } from 'effector'
import type { StyleSheet } from '../../features/feature.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { scopedCss, type StyleScope } from './scoped-css.ts'

/** The content of entries, but for what asks before it loads from elsewhere. */
const content: StyleScope = {
  root: '.entry-content',
  limit: '.entry-frame',
  frame: '.entry-content-frame',
}

/** What the plugin shows as data: see plugin-tree.tsx. */
const parts = (plugin: string): StyleScope => ({
  root: `[data-plugin-part='${plugin}'] > *`,
  frame: `[data-plugin-part='${plugin}']`,
})

/** Reads them by the browser's parser; tests replace it. */
export const $readStyles = createStore<typeof pluginStyles>(pluginStyles, { serialize: 'ignore' })

/** @throws Error that names what is wrong with one of them */
export function pluginStyles({ id, styles = {} }: Manifest): readonly StyleSheet[] {
  return [
    ...(styles.content ? [{ id: `${id} content`, css: scopedCss(styles.content, content) }] : []),
    ...(styles.parts ? [{ id: `${id} parts`, css: scopedCss(styles.parts, parts(id)) }] : []),
  ]
}
