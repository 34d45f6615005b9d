export { CodeDialog as default, propsSchema } from './code-dialog.tsx'
