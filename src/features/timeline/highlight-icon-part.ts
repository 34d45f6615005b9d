export { HighlightIcon as default } from '../../ui/icons.ts'
