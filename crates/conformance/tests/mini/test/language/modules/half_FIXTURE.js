export default number => number / 2;
