// The compiler of Vue's components, a single module of fifty thousand lines.
import { parse, compileScript, compileStyle, compileTemplate } from "@vue/compiler-sfc/dist/compiler-sfc.esm-browser.js";
const source = `<script setup lang="ts">
import { ref, computed } from 'vue'
import Child from './Child.vue'
const props = withDefaults(defineProps<{ start?: number, tags: string[] }>(), { start: 1 })
const emit = defineEmits<{ (e: 'change', n: number): void }>()
const count = ref(props.start)
const { a, b = 2 } = reactive({ a: 1 })
const twice = computed(() => count.value * 2)
function more() { count.value++; emit('change', count.value) }
</script>
<template>
  <div :class="{ big: twice > 10 }" @click.prevent="more">
    <Child v-for="(tag, i) in tags" :key="tag" v-model="count" v-if="i < count"><template #head="{ x }">{{ x }} {{ tag.toUpperCase() }}</template></Child>
    <p v-else v-html="count"></p><i>static <b>text</b></i>
  </div>
</template>
<style scoped>.big > p { color: v-bind(count); &:hover { color: red } }</style>`;
const { descriptor, errors } = parse(source, { filename: "Some.vue" });
print(errors.length, descriptor.scriptSetup.lang, descriptor.styles.length);
const script = compileScript(descriptor, { id: "abc", inlineTemplate: true });
print(script.content, JSON.stringify(script.bindings));
print(compileStyle({ source: descriptor.styles[0].content, filename: "Some.vue", id: "data-v-abc", scoped: true }).code);
print(compileTemplate({ source: "<p v-if='a'>{{ b </p>", filename: "Bad.vue", id: "x" }).errors.map(error => `${error.code} ${error.message}`).join("; "));
