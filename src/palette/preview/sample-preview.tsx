import type { CSSProperties } from 'react'
import type { ChoiceSample } from '../../core/index.ts'
import { useTranslation } from '../../ui/index.ts'

/** A few lines as the reader would draw them with a theme, an accent or a font. */
export function SamplePreview({ title, sample }: { readonly title: string; readonly sample: ChoiceSample }) {
  const { t } = useTranslation()
  return (
    <div
      className="palette-sample"
      data-theme={sample.mode}
      data-own-colors={sample.colors ? '' : undefined}
      data-accent={sample.accent}
      style={styleOf(sample)}
    >
      <h3>{title}</h3>
      <p>{t('palette.preview.sample')}</p>
      <p>
        <span className="palette-sample-link">{t('palette.preview.sampleLink')}</span>
      </p>
    </div>
  )
}

const styleOf = ({ colors = {}, fontFamily }: ChoiceSample): CSSProperties => ({
  ...(Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [`--${name}`, value]),
  ) as CSSProperties),
  ...(fontFamily !== undefined && { fontFamily }),
})
