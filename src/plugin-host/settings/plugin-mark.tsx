import type { CSSProperties } from 'react'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { fallbackLetters, Icon, nameHue, useTranslation } from '../../ui/index.ts'

/** A plugin's mark: its icon, or the letters of its name, on a tile in a colour of its own. */
export function PluginMark({ manifest: { id, icon } }: { readonly manifest: Manifest }) {
  const { t } = useTranslation(id)
  return (
    <span className="plugin-mark" style={{ '--mark-hue': nameHue(id) } as CSSProperties} aria-hidden="true">
      {icon === undefined ? fallbackLetters(t('name')) : <Icon name={icon} />}
    </span>
  )
}
