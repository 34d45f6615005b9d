import { Command } from 'cmdk'
import { memo } from 'react'
import { Avatar, Highlight, Icon, Kbd, useTranslation } from '../ui/index.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'

export const PaletteList = memo(function PaletteList({
  sections,
  empty,
}: {
  readonly sections: readonly PaletteSection[]
  /** Show a message when there are no rows. */
  readonly empty: boolean
}) {
  const { t } = useTranslation()
  return (
    <Command.List className="palette-list" label={t('palette.results')} data-scroll>
      {sections.length === 0 && empty && <div className="palette-none">{t('palette.nothing')}</div>}
      {sections.map((section) => (
        <Command.Group key={section.key} heading={section.title} className="palette-section">
          {section.rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </Command.Group>
      ))}
    </Command.List>
  )
})

function Row({ row }: { readonly row: PaletteRow }) {
  return (
    <Command.Item
      className="palette-row"
      value={row.key}
      disabled={row.missing !== undefined}
      onSelect={row.choose}
      aria-keyshortcuts={undefined}
    >
      <span className="palette-icon">
        {row.image ? (
          <Avatar src={row.image.src} name={row.image.name} size="small" />
        ) : (
          row.icon && <Icon name={row.icon} />
        )}
      </span>
      <span className="palette-title">
        <Highlight text={row.title} ranges={row.ranges} />
      </span>
      {row.missing ? (
        <span className="palette-missing">{row.missing}</span>
      ) : (
        row.detail && <span className="palette-detail">{row.detail}</span>
      )}
      {row.keys && <Kbd keys={row.keys} />}
    </Command.Item>
  )
}
