import { computed, createSSRApp, defineComponent, h, ref } from 'vue';
import { renderToString } from '@vue/server-renderer';
const Item = defineComponent({ props: { text: String }, template: '<li :class="{ long: text.length > 3 }">{{ text }}</li>' });
const app = createSSRApp({
  components: { Item },
  setup() {
    const items = ref(['one', 'three', '<b>']);
    return { items, count: computed(() => items.value.length) };
  },
  template: '<ul><Item v-for="item in items" :key="item" :text="item"/></ul><p v-if="count > 2">{{ count }} items</p>',
});
console.log(await renderToString(app));
console.log(await renderToString(createSSRApp({ render: () => h('p', { id: 'a', style: { color: 'red' } }, [h('b', '&'), null, 'text']) })));
